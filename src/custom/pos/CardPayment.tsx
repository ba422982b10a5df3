import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Suspense } from 'react';
import { useSelectedLocation } from '#src/custom/location-scope/useLocationScope.ts';
import { cardAvailability } from '#src/custom/payments/cardAvailability.ts';
import { useStripeConfig } from '#src/custom/payments/useStripeConfig.ts';
import { SkeletonBlock } from '#src/custom/ui/SkeletonBlock.tsx';
import { lazyWithPreload } from '#src/lazyWithPreload.tsx';

interface CardPaymentProps {
  onBack: () => void;
  onUseCash: () => void;
}

/** Card availability: loading, not configured, or ready. The selected location's company takes the card. */
export const CardPayment = ({ onBack, onUseCash }: CardPaymentProps) => {
  const { companyId } = useSelectedLocation();
  const card = cardAvailability(useStripeConfig(companyId));
  if (card.state === 'loading') return <SkeletonBlock lines={2} />;
  if (card.state === 'not configured') return <NotConfigured onBack={onBack} onUseCash={onUseCash} />;
  return (
    <Suspense fallback={<SkeletonBlock lines={2} />}>
      <CardForm publishableKey={card.publishableKey} onBack={onBack} />
    </Suspense>
  );
};

const NotConfigured = ({ onBack, onUseCash }: CardPaymentProps) => (
  <Box sx={{ display: 'grid', gap: 2 }}>
    <Alert severity="warning">
      <AlertTitle sx={{ display: 'inline' }}>Stripe Not Configured:</AlertTitle> Card payments are not available. Please configure Stripe in company
      settings.
    </Alert>
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'space-between' }}>
      <Button color="inherit" onClick={onBack}>
        Back to Cart
      </Button>
      <Button variant="contained" size="large" onClick={onUseCash} autoFocus>
        Use Cash Instead
      </Button>
    </Box>
  </Box>
);

const CardForm = lazyWithPreload('pos', () => import('./CardForm.tsx'), 'CardForm');
