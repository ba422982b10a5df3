import { CardElement, useElements, useStripe } from '@stripe/react-stripe-js';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useStoreContext } from 'react-admin';
import type { PurchasePaymentForm } from '#domain/contract/memberships-purchase.ts';
import { canRenew } from '#domain/rules/membershipPlan.ts';
import { useLocationScope } from '#src/custom/location-scope/useLocationScope.ts';
import { askStripe, confirmCard, type Billing, type CardOutcome } from '#src/custom/payments/confirmCard.ts';
import { useAsyncLock } from '#src/custom/payments/useAsyncLock.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import type { MembershipRow } from '#src/dataProvider/memberships.ts';
import { changedTotal, sendAttempt } from '#src/dataProvider/sendAttempt.ts';
import { useAppDataProvider } from '#src/dataProvider/index.ts';
import { dropAttempt, isSameAttempt, openAttempt, readAttempt, settleAttempt, useCancelPurchase, type PurchaseAttempt } from './purchaseAttempt.ts';
import { usePurchaseDialog } from './purchaseContext.tsx';

/** After any attempt the history is read again and the step is complete; the outcome tells what is true. */
export const usePurchase = (plan: MembershipRow, total: number) => {
  const { contact, setComplete, setBusy } = usePurchaseDialog();
  const store = useStoreContext();
  const cache = useQueryClient();
  const stripe = useStripe();
  const elements = useElements();
  const { withLock, isBusy } = useAsyncLock();
  const [error, setError] = useState<string>();
  const [outcome, setOutcome] = useState<CardOutcome>();
  const [isReady, setReady] = useState(false);
  const isConcluded = useRef(false);
  const data = useAppDataProvider();
  const { selected } = useLocationScope();
  const cancel = useCancelPurchase();
  const intentOf = usePurchaseIntent(setError);
  useEffect(() => setBusy(isBusy), [isBusy, setBusy]);

  const conclude = (attempt: PurchaseAttempt, result: CardOutcome) => {
    if (result.status === 'succeeded') dropAttempt(store, attempt);
    if (result.status === 'refused') settleAttempt(store, attempt);
    isConcluded.current = true;
    setOutcome(result);
    setComplete(result.status === 'succeeded' || result.status === 'processing');
    for (const resource of ['contacts', 'invoices']) void cache.invalidateQueries({ queryKey: [resource] });
  };

  const pay = ({ startDate, autoRenew, ...form }: PurchasePaymentForm) =>
    withLock(async () => {
      // The second click of two may come when the first has already ended.
      if (isConcluded.current) return undefined;
      const card = elements?.getElement(CardElement);
      if (!stripe) return setError('Stripe not initialized');
      if (!card) return setError('Card element not found');
      setError(undefined);
      const body = { contactId: contact.id, membershipId: plan.id, startDate, autoRenew: canRenew(plan) && autoRenew, expectedTotal: total };
      const before = readAttempt(store, contact.id);
      if (before && !isSameAttempt(before, body)) {
        const end = await cancel(before);
        if (end === 'paid') return conclude(before, paid);
        if (end === 'unknown' && before.isOutcomeUnknown) return setError(notKnown);
      }
      const shown = { customer: `${contact.firstName} ${contact.lastName}`, plan: plan.name, locationName: selected?.name ?? '' };
      const { attempt, wasSent } = openAttempt(store, body, shown);
      const intent = await intentOf(attempt, wasSent);
      if (!intent) return undefined;
      if (intent === 'paid') return conclude(attempt, paid);
      return conclude(attempt, await confirmCard(stripe, card, intent.clientSecret, billingOf(form), 'An error occurred while processing payment'));
    });

  /** A reload or an ended session cut the purchase off: it may be paid already, so the server and Stripe are asked first. */
  const resume = (attempt: PurchaseAttempt) =>
    withLock(async () => {
      const told = await data.purchaseOutcome(attempt.key).catch(() => undefined);
      if (!told) return setError(notKnown);
      if (told.state === 'completed') return conclude(attempt, paid);
      if (told.state === 'refused') {
        dropAttempt(store, attempt);
        return setError(`The purchase was not recorded${told.message ? `: ${told.message}` : '.'}`);
      }
      if (told.state === 'unknown') {
        // Without its intent, which only the server's answer brings, no card can have been charged.
        settleAttempt(store, attempt);
        return setError('This purchase was interrupted and is not recorded. Nothing was charged.');
      }
      const intent = stripe && (await intentOf(attempt, true));
      if (!intent) return undefined;
      const result = intent === 'paid' ? paid : await askStripe(stripe, intent.clientSecret);
      return result.status === 'refused' ? settleAttempt(store, attempt) : conclude(attempt, result);
    });
  const latestResume = useRef(resume);
  useEffect(() => {
    latestResume.current = resume;
  });
  const cutOff = useRef(unknownAttempt(readAttempt(store, contact.id), plan.id));
  useEffect(() => {
    if (!stripe || !cutOff.current) return;
    void latestResume.current(cutOff.current);
    cutOff.current = undefined;
  }, [stripe]);

  const tryAgain = () => {
    isConcluded.current = false;
    setOutcome(undefined);
    setComplete(false);
  };
  return { pay, tryAgain, outcome, error, isBusy, isReady: isReady && Boolean(stripe), onCardReady: () => setReady(true) };
};

const paid: CardOutcome = { status: 'succeeded' };
const notKnown = 'The interrupted purchase is still unconfirmed. Please try again in a moment.';

const unknownAttempt = (attempt: PurchaseAttempt | undefined, planId: string) =>
  attempt?.isOutcomeUnknown && attempt.body.membershipId === planId ? attempt : undefined;

/** The secret of the intent to confirm; or the purchase is paid already; or there is none, and the form says why. */
type Intent = { readonly clientSecret: string } | 'paid' | undefined;

/** Gets an attempt's intent, the same one however often the attempt is asked about. */
const usePurchaseIntent = (setError: (text: string) => void) => {
  const data = useAppDataProvider();
  const store = useStoreContext();
  const cache = useQueryClient();
  return async (attempt: PurchaseAttempt, wasSent: boolean): Promise<Intent> => {
    const refuse = (text: string) => {
      dropAttempt(store, attempt);
      setError(text);
      return undefined;
    };
    const sent = await sendAttempt({
      send: () => data.purchaseMembership(attempt.body, attempt.key),
      ask: () => data.purchaseOutcome(attempt.key),
      wasSent,
    });
    if (sent.status === 'completed') return 'paid';
    if (sent.status !== 'answered') {
      const hasChanged = changedTotal(sent.error) !== undefined;
      const text = hasChanged ? 'The total has changed. Please check the new total.' : messageFrom(sent.error, 'Failed to initiate purchase');
      if (hasChanged) void cache.invalidateQueries({ queryKey: ['memberships', 'preview'] });
      if (sent.status === 'refused') return refuse(text);
      setError(text);
      return undefined;
    }
    const { answer } = sent;
    if (!answer.success) return refuse(answer.message || answer.error || 'Failed to purchase membership');
    return answer.paymentIntent?.clientSecret ? { clientSecret: answer.paymentIntent.clientSecret } : refuse('Failed to initiate purchase');
  };
};

/** Billing name and address, the country fixed to US. */
const billingOf = (form: Pick<PurchasePaymentForm, 'cardholderName' | 'billingStreet' | 'billingCity' | 'billingState' | 'billingZip'>): Billing => ({
  name: form.cardholderName,
  address: { line1: form.billingStreet, city: form.billingCity, state: form.billingState, postal_code: form.billingZip, country: 'US' },
});
