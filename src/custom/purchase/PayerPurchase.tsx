import { cardMethod } from '#domain/invoices/paymentMethods.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { Alert } from '@mui/material';
import type { FieldValues } from 'react-hook-form';
import {
  purchaseTermsForm,
  type PayerCharge,
  type PurchaseTermsForm,
} from '#domain/contact-memberships/purchaseContract.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { chargeText } from '#src/resources/invoices/payments/PaymentForm.tsx';
import { useIsPhone } from '#src/ui/useIsPhone.ts';
import { fullName } from '#domain/shared/fullName.ts';
import { PaymentLayout } from './PaymentLayout.tsx';
import { ExistingNote, TermsInputs, usePurchaseTerms, type PaymentProps } from './PurchaseTerms.tsx';
import { useDeskPurchase } from './useDeskPurchase.ts';

/** Charged to the saved card of the household's payer, or put on their account: nobody pays at the desk. */
export const PayerPurchase = ({ charge, ...form }: PaymentProps & { charge: PayerCharge }) => {
  const { plan, preview, payer } = form;
  const { today, same, defaults } = usePurchaseTerms(form);
  const purchase = useDeskPurchase(plan, preview.total, form.payerId);
  const isPhone = useIsPhone();
  const { text, ...labels } = words(charge, fullName(payer), preview.total, isPhone);
  return (
    <PaymentLayout
      {...form}
      purchase={purchase}
      isReady
      resolver={zodResolver(purchaseTermsForm(today))}
      defaults={defaults}
      onSubmit={(values: FieldValues) => purchase.pay(values as PurchaseTermsForm, { onPayer: charge })}
      {...(charge === 'saved_card' && { paidBy: { method: cardMethod, receivedCents: null, payer } })}
      {...labels}
    >
      <ExistingNote same={same} today={today} />
      <Alert severity="info" role="note">
        {text}
      </Alert>
      <TermsInputs form={form} today={today} />
    </PaymentLayout>
  );
};

const words = (charge: PayerCharge, name: string, amount: number, isPhone: boolean) => {
  const total = formatMoney(amount);
  return charge === 'account'
    ? {
        text: `The membership starts without a payment. ${name} gets the invoice and owes ${total}.`,
        // With the sum it would need a line of its own below the other buttons.
        submitLabel: isPhone ? 'Put on Account' : `Put ${total} on Account`,
        done: { title: 'Membership Sold', text: `${name} owes ${total}.` },
      }
    : { text: `The saved card of ${name} is charged now.`, submitLabel: chargeText(amount) };
};
