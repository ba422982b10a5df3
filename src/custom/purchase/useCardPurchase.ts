import { billingCountry } from '#domain/shared/countries.ts';
import type {
  DeskPurchaseResponse,
  MembershipPurchaseResponse,
  PurchasePaymentForm,
  PurchaseRefusal,
} from '#domain/contact-memberships/purchaseContract.ts';
import { canRenew } from '#domain/memberships/membershipPlan.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import type { CardBilling } from '#src/resources/invoices/payments/confirmCard.ts';
import { useCardPayment, type IntentResponse } from '#src/resources/invoices/payments/useCardPayment.ts';
import { purchaseActions } from '#src/dataProvider/purchase.ts';
import { getSaleOutcome } from '#src/dataProvider/saleOutcome.ts';
import { settleAttempt, type PurchaseAttempt } from '#src/dataProvider/attempts.ts';
import type { CardOutcome, Outcome } from '#src/dataProvider/sendAttempt.ts';
import type { ListedMembership } from '#src/dataProvider/memberships.ts';
import { interruptedPurchase } from './purchaseAttempt.ts';
import { usePurchaseDialog } from './purchaseContext.tsx';
import { purchaseFailed, useBusyDialog, usePlanPurchase } from './usePlanPurchase.ts';

export const useCardPurchase = (plan: ListedMembership, total: number, payerId: string | undefined) => {
  const { contact } = usePurchaseDialog();
  const { id: locationId } = useSelectedLocation();
  const { conclude, fail, drop, openAttempt, isConcluded, setError, ...purchase } = usePlanPurchase(plan);

  const payment = useCardPayment<PurchaseAttempt>({
    send: async ({ body, key }) => intentIn(await purchaseActions.purchaseMembership(body, key)),
    ask: ({ key }) => getSaleOutcome(key),
    settle: ({ key }) => settleAttempt(key),
    drop,
    interrupted: interruptedPurchase(contact.id, plan.id),
    onResult: (result, attempt) => {
      if (result.status === 'succeeded' || result.status === 'paidOtherwise') drop(attempt);
      if (result.status === 'paidOtherwise') return conclude({ status: 'succeeded' });
      return isOutcome(result) ? conclude(result) : fail(result);
    },
    onError: setError,
    failureMessage: 'An error occurred while processing payment',
  });
  useBusyDialog(payment.isBusy);

  const pay = async ({ startDate, autoRenew, ...form }: PurchasePaymentForm) => {
    // The second of two clicks may come when the first has already ended.
    if (isConcluded.current) return;
    const terms = { startDate, autoRenew: canRenew(plan) && autoRenew, expectedTotal: total };
    const body = { contactId: contact.id, membershipId: plan.id, locationId, ...terms, ...(payerId && { payerId }) };
    await payment.start(() => openAttempt(body), toBilling(form));
  };
  return { ...purchase, ...payment, pay };
};

const intentIn = (response: MembershipPurchaseResponse | DeskPurchaseResponse | PurchaseRefusal): IntentResponse => {
  if (!response.success) return { message: response.message || response.error || 'Failed to purchase membership' };
  const clientSecret = 'paymentIntent' in response ? response.paymentIntent.clientSecret : undefined;
  return { clientSecret, invoice: response.invoice, message: purchaseFailed };
};

/** A result from Stripe ends the step. Any other is shown above the form's buttons. */
const isOutcome = (result: Outcome): result is CardOutcome =>
  ['succeeded', 'processing', 'declined', 'unconfirmed'].includes(result.status);

const toBilling = (
  form: Pick<PurchasePaymentForm, 'cardholderName' | 'billingStreet' | 'billingCity' | 'billingState' | 'billingZip'>,
): CardBilling => ({
  name: form.cardholderName,
  address: {
    line1: form.billingStreet,
    city: form.billingCity,
    state: form.billingState,
    postal_code: form.billingZip,
    country: billingCountry,
  },
});
