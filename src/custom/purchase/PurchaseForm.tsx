import { cardMethod } from '#domain/invoices/paymentMethods.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useState, type ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { purchasePaymentForm, type PurchasePaymentForm } from '#domain/contact-memberships/purchaseContract.ts';
import { CardElements } from '#src/resources/invoices/payments/CardElements.tsx';
import type { ContactRecord } from '#src/dataProvider/contacts.ts';
import { fullName } from '#domain/shared/fullName.ts';
import { PaymentFields } from './PaymentFields.tsx';
import { PaymentLayout } from './PaymentLayout.tsx';
import { usePurchaseDialog } from './purchaseContext.tsx';
import { KeepTerms, usePurchaseTerms, type PaymentProps } from './PurchaseTerms.tsx';
import type { Paying } from './usePayer.ts';
import { useCardPurchase } from './useCardPurchase.ts';

type CardPaymentProps = PaymentProps & { publishableKey: string };

export const PurchaseForm = ({
  renderFallback,
  ...form
}: CardPaymentProps & { renderFallback: (content: ReactNode) => ReactNode }) => (
  <CardElements publishableKey={form.publishableKey} renderFallback={renderFallback}>
    <CardPayment {...form} />
  </CardElements>
);

const CardPayment = ({ publishableKey, ...form }: CardPaymentProps) => {
  const { plan, preview, payer, keepTerms } = form;
  const { contact } = usePurchaseDialog();
  const { today, same, defaults } = usePurchaseTerms(form);
  const [billing] = useState(() => defaultBilling(contact, payer));
  const purchase = useCardPurchase(plan, preview.total, form.payerId);
  return (
    <PaymentLayout
      {...form}
      purchase={purchase}
      isReady={purchase.isReady}
      resolver={zodResolver(purchasePaymentForm(today))}
      defaults={{ ...billing, ...defaults }}
      onSubmit={(values: FieldValues) => purchase.pay(values as PurchasePaymentForm)}
      paidBy={{ method: cardMethod, receivedCents: null, payer }}
    >
      <PaymentFields
        plan={plan}
        today={today}
        publishableKey={publishableKey}
        same={same}
        onCardReady={purchase.onCardReady}
      />
      <KeepTerms onChange={keepTerms} />
    </PaymentLayout>
  );
};

/** A household has one address. */
const defaultBilling = (contact: ContactRecord, payer: Paying['payer']) => ({
  cardholderName: fullName(payer),
  billingStreet: contact.address ?? '',
  billingCity: contact.city ?? '',
  billingState: contact.state ?? '',
  billingZip: contact.zipCode ?? '',
});
