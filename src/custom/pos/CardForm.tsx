import Box from '@mui/material/Box';
import { CardElements } from '#src/custom/payments/CardElements.tsx';
import { CardField } from '#src/custom/payments/CardField.tsx';
import { CardNotice } from '#src/custom/payments/CardNotice.tsx';
import { TestModeBadge } from '#src/custom/payments/TestModeBadge.tsx';
import { PaymentActions } from './PaymentActions.tsx';
import { useCardSale } from './useCardSale.ts';

/** The card entry of the till. A chunk of its own, with all of Stripe's code, fetched when Card is chosen. */
export const CardForm = ({ publishableKey, onBack }: { publishableKey: string; onBack: () => void }) => (
  <CardElements publishableKey={publishableKey}>
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ justifySelf: 'start', '&:empty': { display: 'none' } }}>
        <TestModeBadge publishableKey={publishableKey} />
      </Box>
      <CardNotice text="The card is securely processed by Stripe and saved for future purchases." />
      <CardSale onBack={onBack} />
    </Box>
  </CardElements>
);

const CardSale = ({ onBack }: { onBack: () => void }) => {
  const { complete, isReady, isBusy, error, onCardReady } = useCardSale();
  return (
    <Box component="form" noValidate onSubmit={(event) => (event.preventDefault(), void complete())} sx={{ display: 'grid', gap: 2 }}>
      <CardField onReady={onCardReady} />
      <PaymentActions label="Complete Purchase" error={error} isBusy={isBusy} isBlocked={!isReady} onBack={onBack} onGo={() => void complete()} />
    </Box>
  );
};
