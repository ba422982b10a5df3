import { Elements } from '@stripe/react-stripe-js';
import type { ReactNode } from 'react';
import { ErrorState } from '#src/ui/EmptyState.tsx';
import { SkeletonBlock } from '#src/ui/SkeletonBlock.tsx';
import { useStripeJs } from './useStripeJs.ts';

interface CardElementsProps {
  publishableKey: string;
  renderFallback?: (content: ReactNode) => ReactNode;
  children: ReactNode;
}

/** Stripe's elements for the console. */
export const CardElements = ({ publishableKey, renderFallback = plain, children }: CardElementsProps) => {
  const { stripe, retry } = useStripeJs(publishableKey);
  if (stripe === null) return renderFallback(<ErrorState text="Stripe not initialized" onRetry={retry} />);
  if (!stripe) return renderFallback(<SkeletonBlock lines={2} />);
  return <Elements stripe={stripe}>{children}</Elements>;
};

const plain = (content: ReactNode) => content;
