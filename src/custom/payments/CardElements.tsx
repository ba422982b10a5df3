import { Elements } from '@stripe/react-stripe-js';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from '#src/custom/ui/ErrorState.tsx';
import { SkeletonBlock } from '#src/custom/ui/SkeletonBlock.tsx';
import { stripeJs } from './stripeJs.ts';

interface CardElementsProps {
  publishableKey: string;
  /** What stands around the wait for Stripe.js and its failure: room, and a way out. */
  renderFallback?: (content: ReactNode) => ReactNode;
  children: ReactNode;
}

/** Stripe's elements for a company's key. Stripe.js is fetched when this is first shown, at the payment step. */
export const CardElements = ({ publishableKey, renderFallback = plain, children }: CardElementsProps) => {
  const { data: stripe, error, refetch } = useQuery({
    queryKey: ['stripe-js', publishableKey],
    queryFn: () => stripeJs(publishableKey),
    staleTime: 'static',
    structuralSharing: false,
  });
  if (error || stripe === null) return renderFallback(<ErrorState text="Stripe not initialized" onRetry={() => void refetch()} />);
  if (!stripe) return renderFallback(<SkeletonBlock lines={2} />);
  return <Elements stripe={stripe}>{children}</Elements>;
};

const plain = (content: ReactNode) => content;
