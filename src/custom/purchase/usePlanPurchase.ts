import { useEffect, useRef, useState } from 'react';
import type { MembershipPurchaseBody } from '#domain/contact-memberships/purchaseContract.ts';
import { fullName } from '#domain/shared/fullName.ts';
import { readSession } from '#src/authProvider/session.ts';
import { useLocationScope } from '#src/location-scope/useLocationScope.ts';
import {
  forgetAttempt,
  isSameBody,
  getPurchase,
  saveAttempt,
  type PurchaseAttempt,
} from '#src/dataProvider/attempts.ts';
import { createIdempotencyKey, messageFrom } from '#src/dataProvider/http.ts';
import type { ListedMembership } from '#src/dataProvider/memberships.ts';
import { changedTotal, type CardOutcome, type Outcome } from '#src/dataProvider/sendAttempt.ts';
import { useCancelPurchase } from './purchaseAttempt.ts';
import { usePurchaseDialog } from './purchaseContext.tsx';

export const usePlanPurchase = (plan: ListedMembership) => {
  const { contact, setComplete } = usePurchaseDialog();
  const { selected } = useLocationScope();
  const cancel = useCancelPurchase();
  const sent = useRef<PurchaseAttempt>(undefined);
  const [error, setError] = useState<string>();
  const [outcome, setOutcome] = useState<CardOutcome>();
  /** Known at once, for the second click of two. */
  const isConcluded = useRef(false);

  const conclude = (result: CardOutcome) => {
    isConcluded.current = true;
    setOutcome(result);
    setComplete(result.status === 'succeeded' || result.status === 'processing');
  };

  const fail = (result: Outcome) => setError(toText(result));

  /** The attempt for this body. An earlier one for another body is canceled first; null when that failed. */
  const openAttempt = async (body: MembershipPurchaseBody) => {
    setError(undefined);
    // Another tab may have forgotten it.
    const earlier = getPurchase(contact.id) ?? sent.current;
    if (earlier && !isSameBody(earlier.body, body)) {
      const end = await cancel(earlier);
      if (end.status === 'canceled') sent.current = undefined;
      if (end.status === 'succeeded') {
        conclude({ status: 'succeeded' });
        return null;
      }
      if (end.status !== 'canceled' && earlier.isOutcomeUnknown) {
        setError(unconfirmed);
        return null;
      }
    }
    const same = earlier && isSameBody(earlier.body, body) ? earlier : undefined;
    const attempt: PurchaseAttempt = {
      kind: 'membership',
      key: createIdempotencyKey(),
      body,
      userId: readSession()?.user.id ?? '',
      startedAt: Date.now(),
      locationName: selected?.name ?? '',
      customer: fullName(contact),
      plan: plan.name,
      ...same,
      isOutcomeUnknown: true,
    };
    saveAttempt(attempt);
    sent.current = attempt;
    return { attempt, wasSent: same?.isOutcomeUnknown === true };
  };

  const drop = ({ key }: PurchaseAttempt) => {
    sent.current = undefined;
    forgetAttempt(key);
  };

  const tryAgain = () => {
    isConcluded.current = false;
    setOutcome(undefined);
    setComplete(false);
  };
  return { conclude, fail, drop, openAttempt, tryAgain, isConcluded, outcome, error, setError };
};

export const useBusyDialog = (isBusy: boolean) => {
  const { setBusy } = usePurchaseDialog();
  useEffect(() => {
    setBusy(isBusy);
    return () => setBusy(false);
  }, [isBusy, setBusy]);
};

export const purchaseFailed = 'Failed to initiate purchase';
const unconfirmed = 'The interrupted purchase is still unconfirmed. Please try again in a moment.';

const toText = (result: Outcome): string | undefined => {
  switch (result.status) {
    case 'refused':
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
    default:
      return undefined;
  }
};
