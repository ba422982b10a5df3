import Box from '@mui/material/Box';
import { useSelectedLocation } from '#src/custom/location-scope/useLocationScope.ts';
import { OtherPaymentFields, useOtherPayment } from '#src/custom/payments/OtherPaymentFields.tsx';
import { PaymentActions } from './PaymentActions.tsx';
import { useDeskSale } from './useDeskSale.ts';
import { useTill } from './useTillState.ts';

/** A check, a transfer, or whatever else the settings name. A sale whose answer was lost is sent again as it was. */
export const OtherPayment = ({ onBack }: { onBack: () => void }) => {
  const { attempt } = useTill();
  const { companyId } = useSelectedLocation();
  const other = useOtherPayment(companyId, attempt?.body);
  const { complete, isBusy, error } = useDeskSale();
  const submit = () => {
    const payment = other.isBlocked ? null : other.read();
    if (payment) void complete({ receivedCents: null, other: payment });
  };
  return (
    <Box component="form" noValidate onSubmit={(event) => (event.preventDefault(), submit())} sx={{ display: 'grid', gap: 2 }}>
      <OtherPaymentFields other={other} isFixed={attempt?.isOutcomeUnknown === true} />
      <PaymentActions label="Complete Sale" error={error} isBusy={isBusy} isBlocked={other.isBlocked} onBack={onBack} onGo={submit} />
    </Box>
  );
};
