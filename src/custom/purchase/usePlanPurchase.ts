import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { MembershipPurchaseBody } from '#domain/contact-memberships/purchaseContract.ts';
import { readSession } from '#src/authProvider/session.ts';
import { useLocationScope } from '#src/location-scope/useLocationScope.ts';
import type { CardOutcome } from '#src/resources/invoices/payments/confirmCard.ts';
import type { CardPaymentResult } from '#src/resources/invoices/payments/useCardPayment.ts';
import { messageFrom } from '#src/dataProvider/http.ts';
import type { MembershipRow } from '#src/dataProvider/memberships.ts';
import { changedTotal } from '#src/dataProvider/sendAttempt.ts';
import { isSameBody } from '#src/dataProvider/useKeyedCall.ts';
import { useCancelPurchase, usePurchaseAttempt, type PurchaseAttempt } from './purchaseAttempt.ts';
import { usePurchaseDialog } from './purchaseContext.tsx';

/** A purchase of a plan by any method: its attempt, its outcome, and its error. */
export const usePlanPurchase = (plan: MembershipRow) => {
  const { contact, setComplete } = usePurchaseDialog();
  const cache = useQueryClient();
  const { selected } = useLocationScope();
  const attempts = usePurchaseAttempt(contact.id);
  const cancel = useCancelPurchase(contact.id);
  const [error, setError] = useState<string>();
  const [outcome, setOutcome] = useState<CardOutcome>();
  /** Known at once, for the second click of two. */
  const isConcluded = useRef(false);

  /** Shows how the payment ended. After any attempt the history is fetched again. */
  const conclude = (result: CardOutcome) => {
    isConcluded.current = true;
    setOutcome(result);
    setComplete(result.status === 'succeeded' || result.status === 'processing');
    for (const resource of ['contacts', 'invoices']) void cache.invalidateQueries({ queryKey: [resource] });
  };

  /** Shows above the form's buttons why the payment did not take place. A changed total is fetched again. */
  const fail = (result: Failure) => {
    if ('error' in result && changedTotal(result.error) !== undefined)
      void cache.invalidateQueries({ queryKey: ['memberships', 'preview'] });
    setError(toText(result));
  };

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
    const shown = {
      customer: `${contact.firstName} ${contact.lastName}`,
      plan: plan.name,
      locationName: selected?.name ?? '',
    };
    return attempts.open(body, ({ key, startedAt }) => ({
      kind: 'membership',
      key,
      body,
      startedAt,
      userId: readSession()?.user.id ?? '',
      ...shown,
    }));
  };

  const tryAgain = () => {
    isConcluded.current = false;
    setOutcome(undefined);
    setComplete(false);
  };
  return { attempts, conclude, fail, openAttempt, tryAgain, isConcluded, outcome, error, setError };
};

type Failure = Exclude<CardPaymentResult, CardOutcome | { status: 'paidOtherwise' }>;

/** While a payment is being made the dialog stays open. */
export const useBusyDialog = (isBusy: boolean) => {
  const { setBusy } = usePurchaseDialog();
  useEffect(() => {
    setBusy(isBusy);
    return () => setBusy(false);
  }, [isBusy, setBusy]);
};

/** This plan's attempt, if a reload or an ended session interrupted it. */
export const findInterrupted = (attempt: PurchaseAttempt | undefined, planId: string) =>
  attempt?.isOutcomeUnknown && attempt.body.membershipId === planId ? attempt : undefined;

export const purchaseFailed = 'Failed to initiate purchase';
const unconfirmed = 'The interrupted purchase is still unconfirmed. Please try again in a moment.';

const toText = (result: Failure): string | undefined => {
  switch (result.status) {
    case 'noIntent':
      return result.message;
    case 'rejected':
    case 'unanswered':
      return changedTotal(result.error) === undefined
        ? messageFrom(result.error, purchaseFailed)
        : 'The total has changed. Please check the new total.';
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
