import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { MembershipPurchaseBody, MembershipPurchaseResponse, PurchasePaymentForm, PurchaseRefusal } from '#domain/contract/memberships-purchase.ts';
import { canRenew } from '#domain/rules/membershipPlan.ts';
import { readSession } from '#src/authProvider/session.ts';
import { useLocationScope } from '#src/custom/location-scope/useLocationScope.ts';
import type { Billing, CardOutcome } from '#src/custom/payments/confirmCard.ts';
import { isSameBody } from '#src/custom/payments/keptAttempt.ts';
import { useCardPayment, type CardPaymentResult, type IntentAnswer } from '#src/custom/payments/useCardPayment.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import { useAppDataProvider } from '#src/dataProvider/index.ts';
import type { MembershipRow } from '#src/dataProvider/memberships.ts';
import { changedTotal } from '#src/dataProvider/sendAttempt.ts';
import { useCancelPurchase, usePurchaseAttempt, type PurchaseAttempt } from './purchaseAttempt.ts';
import { usePurchaseDialog } from './purchaseContext.tsx';

/** Pays for a membership. After any attempt the history is refreshed; the outcome says what happened. */
export const usePurchase = (plan: MembershipRow, total: number) => {
  const { contact, setComplete, setBusy } = usePurchaseDialog();
  const cache = useQueryClient();
  const data = useAppDataProvider();
  const { selected } = useLocationScope();
  const attempts = usePurchaseAttempt(contact.id);
  const cancel = useCancelPurchase(contact.id);
  const [error, setError] = useState<string>();
  const [outcome, setOutcome] = useState<CardOutcome>();
  const isConcluded = useRef(false);

  const conclude = (result: CardOutcome) => {
    isConcluded.current = true;
    setOutcome(result);
    setComplete(result.status === 'succeeded' || result.status === 'processing');
    for (const resource of ['contacts', 'invoices']) void cache.invalidateQueries({ queryKey: [resource] });
  };

  const payment = useCardPayment<PurchaseAttempt>({
    send: async ({ body, key }) => intentIn(await data.purchaseMembership(body, key)),
    ask: ({ key }) => data.purchaseOutcome(key),
    settle: attempts.settle,
    drop: attempts.drop,
    interrupted: interruptedOf(attempts.read(), plan.id),
    onResult: (result, attempt) => {
      if (result.status === 'succeeded') attempts.drop(attempt);
      if (isOutcome(result)) return conclude(result);
      if ('error' in result && changedTotal(result.error) !== undefined) void cache.invalidateQueries({ queryKey: ['memberships', 'preview'] });
      return setError(textOf(result));
    },
    onError: setError,
    failureMessage: 'An error occurred while processing payment',
  });
  const { isBusy } = payment;
  useEffect(() => setBusy(isBusy), [isBusy, setBusy]);

  /** The attempt for this body. An earlier one for another body is canceled first; null when that failed. */
  const openAttempt = async (body: MembershipPurchaseBody) => {
    setError(undefined);
    const earlier = attempts.read();
    if (earlier && !isSameBody(earlier.body, body)) {
      const end = await cancel(earlier);
      if (typeof end === 'object') {
        conclude({ status: 'succeeded' });
        return null;
      }
      if (end === 'unknown' && earlier.isOutcomeUnknown) {
        setError(unconfirmed);
        return null;
      }
    }
    const shown = { customer: `${contact.firstName} ${contact.lastName}`, plan: plan.name, locationName: selected?.name ?? '' };
    return attempts.open(body, ({ key, startedAt }) => ({ kind: 'membership', key, body, startedAt, userId: readSession()?.user.id ?? '', ...shown }));
  };

  const pay = async ({ startDate, autoRenew, ...form }: PurchasePaymentForm) => {
    // The second click of two may come when the first has already ended.
    if (isConcluded.current) return;
    const body = { contactId: contact.id, membershipId: plan.id, startDate, autoRenew: canRenew(plan) && autoRenew, expectedTotal: total };
    await payment.start(() => openAttempt(body), billingOf(form));
  };

  const tryAgain = () => {
    isConcluded.current = false;
    setOutcome(undefined);
    setComplete(false);
  };
  return { ...payment, pay, tryAgain, outcome, error };
};

const unconfirmed = 'The interrupted purchase is still unconfirmed. Please try again in a moment.';

const interruptedOf = (attempt: PurchaseAttempt | undefined, planId: string) =>
  attempt?.isOutcomeUnknown && attempt.body.membershipId === planId ? attempt : undefined;

const intentIn = (answer: MembershipPurchaseResponse | PurchaseRefusal): IntentAnswer => {
  if (!answer.success) return { clientSecret: null, message: answer.message || answer.error || 'Failed to purchase membership' };
  const { clientSecret } = answer.paymentIntent;
  return clientSecret ? { clientSecret, invoice: answer.invoice } : { clientSecret: null, message: failed };
};

const failed = 'Failed to initiate purchase';

/** A result from Stripe ends the step. Any other is shown above the form's actions. */
const isOutcome = (result: CardPaymentResult): result is Extract<CardPaymentResult, CardOutcome> =>
  ['succeeded', 'processing', 'declined', 'unconfirmed'].includes(result.status);

const textOf = (result: Exclude<CardPaymentResult, CardOutcome>): string | undefined => {
  switch (result.status) {
    case 'noIntent':
      return result.message;
    case 'rejected':
    case 'unanswered':
      return changedTotal(result.error) === undefined ? messageFrom(result.error, failed) : 'The total has changed. Please check the new total.';
    case 'notRecorded':
      return `The purchase was not recorded${result.message ? `: ${result.message}` : '.'}`;
    case 'notFound':
      return 'This purchase was interrupted and is not recorded. Nothing was charged.';
    case 'unreachable':
      return unconfirmed;
    case 'notCharged':
      return undefined;
  }
};

/** Billing name and address, the country fixed to US. */
const billingOf = (form: Pick<PurchasePaymentForm, 'cardholderName' | 'billingStreet' | 'billingCity' | 'billingState' | 'billingZip'>): Billing => ({
  name: form.cardholderName,
  address: { line1: form.billingStreet, city: form.billingCity, state: form.billingState, postal_code: form.billingZip, country: 'US' },
});
