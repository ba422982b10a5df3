import { CardFields } from '#src/resources/invoices/payments/CardFields.tsx';
import { useTill } from './useTillState.ts';

export const SaleCard = ({ publishableKey, onReady }: { publishableKey: string; onReady: () => void }) => {
  const { contact } = useTill();
  const isSaved = contact?.email !== '';
  return (
    <CardFields
      publishableKey={publishableKey}
      note={`The card is securely processed by Stripe and ${isSaved ? 'saved for future purchases' : 'not saved'}.`}
      onReady={onReady}
    />
  );
};
