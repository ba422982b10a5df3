import { CardElement } from '@stripe/react-stripe-js';
import type { StripeCardElementChangeEvent } from '@stripe/stripe-js';
import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import { useId, useMemo, useState } from 'react';

interface CardFieldProps {
  /** The postal code is asked for elsewhere on the form. */
  hidePostalCode?: boolean;
  onReady?: () => void;
}

/** Stripe's own card element in our clothes; what is typed into it never passes through our code. */
export const CardField = ({ hidePostalCode = false, onReady }: CardFieldProps) => {
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

/** Stripe's field lives in a frame of its own, where our custom properties do not reach: the colours are copied. */
const styleFromPage = () => {
  const page = getComputedStyle(document.documentElement);
  const colour = (name: string) => page.getPropertyValue(`--mui-palette-${name}`).trim();
  const base = {
    fontSize: '16px',
    color: colour('text-primary'),
    iconColor: colour('text-secondary'),
    '::placeholder': { color: colour('text-secondary') },
  };
  return { base, invalid: { color: colour('error-main'), iconColor: colour('error-main') } };
};
