import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { drawerMethod, type DeskMethod } from '#domain/invoices/paymentMethods.ts';
import { purchaseTermsForm, type PurchaseTermsForm } from '#domain/contact-memberships/purchaseContract.ts';
import { formatCents, fromCents, toCents } from '#domain/shared/money.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { CashReceived, useCashReceived } from '#src/resources/invoices/payments/CashReceived.tsx';
import { OtherPaymentFields, useOtherPayment } from '#src/resources/invoices/payments/OtherPaymentFields.tsx';
import { PaymentLayout } from './PaymentLayout.tsx';
import { interruptedPurchase } from './purchaseAttempt.ts';
import { usePurchaseDialog } from './purchaseContext.tsx';
import { ExistingNote, TermsInputs, usePurchaseTerms, type PaymentProps } from './PurchaseTerms.tsx';
import { useDeskPurchase } from './useDeskPurchase.ts';

/** A membership sold for cash or by another method: no card and no billing address. */
export const DeskPurchase = ({
  companyId,
  method,
  ...form
}: PaymentProps & { companyId: string; method: DeskMethod }) => {
  const { plan, preview } = form;
  const { id: locationId, cashRounding } = useSelectedLocation();
  const { contact } = usePurchaseDialog();
  const { today, same, defaults } = usePurchaseTerms(form);
  const [interrupted] = useState(() => interruptedPurchase(contact.id, plan.id));
  const cash = useCashReceived(toCents(preview.total), { step: cashRounding });
  const other = useOtherPayment(companyId, interrupted?.body);
  const purchase = useDeskPurchase(plan, preview.total, form.payerId);
  const isCash = method === drawerMethod;
  const change = isCash && cash.receivedCents !== null ? cash.receivedCents - cash.totalCents : 0;

  const submit = async (values: FieldValues) => {
    const terms = values as PurchaseTermsForm;
    if (isCash)
      return cash.isBlocked
        ? undefined
        : purchase.pay(terms, {
            paymentMethod: method,
            ...(cash.receivedCents !== null && { tendered: fromCents(cash.receivedCents) }),
          });
    const payment = other.read();
    return payment ? purchase.pay(terms, { paymentMethod: method, ...payment }) : undefined;
  };
  return (
    <PaymentLayout
      {...form}
      purchase={purchase}
      isReady={isCash ? !cash.isBlocked : !other.isBlocked}
      resolver={zodResolver(purchaseTermsForm(today))}
      defaults={defaults}
      onSubmit={submit}
      changeText={change > 0 ? `Change ${formatCents(change)}` : undefined}
      paidBy={{
        method,
        otherMethod: isCash ? undefined : other.otherMethod,
        receivedCents: isCash ? cash.receivedCents : null,
        payer: form.payer,
      }}
    >
      <ExistingNote same={same} today={today} />
      {isCash ? <CashReceived cash={cash} locationId={locationId} /> : <OtherPaymentFields other={other} />}
      <TermsInputs form={form} today={today} />
    </PaymentLayout>
  );
};
