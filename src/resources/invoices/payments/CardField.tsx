import LockOutlined from '@mui/icons-material/LockOutlined';
import { Alert, Box, FormHelperText } from '@mui/material';
import { CardElement, Elements } from '@stripe/react-stripe-js';
import type { StripeCardElementChangeEvent } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState, type ReactNode } from 'react';
import { ErrorState } from '#src/ui/EmptyState.tsx';
import { SkeletonBlock } from '#src/ui/SkeletonBlock.tsx';

/** Stripe's own card element in our style. What is typed into it never reaches our code. */
export const CardField = ({ hidePostalCode = false, onReady }: { hidePostalCode?: boolean; onReady?: () => void }) => {
  const id = useId();
  const [change, setChange] = useState<StripeCardElementChangeEvent>();
  const options = useMemo(() => ({ hidePostalCode, style: styleFromPage() }), [hidePostalCode]);
  return (
    <Box role="group" aria-labelledby={id} aria-describedby={change?.error ? `${id}-error` : undefined}>
      <Box id={id} sx={{ fontWeight: 600, fontSize: '0.8125rem', mb: 0.75 }}>
        Card details
      </Box>
      <Box
        sx={{
          px: 1.5,
          py: 1.5,
          border: 1,
          borderColor: change?.error ? 'error.main' : 'grey.400',
          borderRadius: 1,
          bgcolor: 'background.paper',
          '&:has(.StripeElement--focus)': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -1 },
        }}
      >
        <CardElement options={options} onChange={setChange} {...(onReady && { onReady })} />
      </Box>
      {change?.error && (
        <FormHelperText id={`${id}-error`} error role="alert">
          {change.error.message}
        </FormHelperText>
      )}
    </Box>
  );
};

/** Stripe's field is in an iframe, where our CSS variables do not apply, so the colors are copied. */
const styleFromPage = () => {
  const page = getComputedStyle(document.documentElement);
  const color = (name: string) => page.getPropertyValue(`--mui-palette-${name}`).trim();
  const base = {
    fontSize: '16px',
    color: color('text-primary'),
    iconColor: color('text-secondary'),
    '::placeholder': { color: color('text-secondary') },
  };
  return { base, invalid: { color: color('error-main'), iconColor: color('error-main') } };
};

interface CardElementsProps {
  publishableKey: string;
  renderFallback?: (content: ReactNode) => ReactNode;
  children: ReactNode;
}

/** Stripe's elements for a company's key. Stripe.js is fetched when this is first shown, at the payment step. */
export const CardElements = ({ publishableKey, renderFallback = plain, children }: CardElementsProps) => {
  const {
    data: stripe,
    error,
    refetch,
  } = useQuery({
    queryKey: ['stripe-js', publishableKey],
    queryFn: () => stripeJs(publishableKey),
    staleTime: 'static',
    structuralSharing: false,
  });
  if (error || stripe === null)
    return renderFallback(<ErrorState text="Stripe not initialized" onRetry={() => void refetch()} />);
  if (!stripe) return renderFallback(<SkeletonBlock lines={2} />);
  return <Elements stripe={stripe}>{children}</Elements>;
};

const plain = (content: ReactNode) => content;

export const CardNotice = ({ text }: { text: string }) => (
  <Alert severity="info" role="note" icon={<LockOutlined fontSize="inherit" />}>
    {text}
  </Alert>
);

/** Stripe.js for a company's publishable key. Importing this module fetches nothing; the first call fetches Stripe's script. */
const stripeJs = (publishableKey: string) => loadStripe(publishableKey);
