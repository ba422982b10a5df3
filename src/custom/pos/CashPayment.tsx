import { useLayoutEffect, useRef } from 'react';
import { CashReceived, useCashReceived } from '#src/resources/invoices/payments/CashReceived.tsx';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { SaleForm } from './SaleForm.tsx';
import { useDeskSale } from './useDeskSale.ts';
import { useTill } from './useTillState.ts';

export const CashPayment = ({ onBack }: { onBack: () => void }) => {
  const { id: locationId, cashRounding } = useSelectedLocation();
  const { totals, attempt } = useTill();
  const cash = useCashReceived(totals.total, { initialCents: attempt?.receivedCents, step: cashRounding });
  const { complete, isBusy, error } = useDeskSale();
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => button.current?.focus(), []);
  const submit = () => {
    if (!cash.isBlocked) complete({ receivedCents: cash.receivedCents });
  };
  return (
    <SaleForm
      submitRef={button}
      error={error}
      isBusy={isBusy}
      isBlocked={cash.isBlocked}
      onBack={onBack}
      onSubmit={submit}
    >
      <CashReceived cash={cash} locationId={locationId} note="Cash payment will be processed immediately." />
    </SaleForm>
  );
};
