import { useEffect, useEffectEvent, useRef } from 'react';
import type { DeskMethod } from '#domain/invoices/paymentMethods.ts';
import type { PurchaseTermsForm } from '#domain/contact-memberships/purchaseContract.ts';
import { canRenew } from '#domain/memberships/membershipPlan.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import type { OtherPayment } from '#src/resources/invoices/payments/OtherPaymentFields.tsx';
import { useAsyncLock } from '#src/resources/invoices/payments/useAsyncLock.ts';
import { useAppDataProvider } from '#src/dataProvider/index.ts';
import type { MembershipRow } from '#src/dataProvider/memberships.ts';
import { askAboutAttempt, sendAttempt } from '#src/dataProvider/sendAttempt.ts';
import type { PurchaseAttempt } from './purchaseAttempt.ts';
import { usePurchaseDialog } from './purchaseContext.tsx';
import { findInterrupted, useBusyDialog, usePlanPurchase } from './usePlanPurchase.ts';

/** Sells a membership for cash or by another method: it is paid as soon as the server answers. */
export const useDeskPurchase = (plan: MembershipRow, total: number, paymentMethod: DeskMethod) => {
  const { contact } = usePurchaseDialog();
  const data = useAppDataProvider();
  const { id: locationId } = useSelectedLocation();
  const { attempts, conclude, fail, openAttempt, isConcluded, ...purchase } = usePlanPurchase(plan);
  const { withLock, isBusy } = useAsyncLock();
  useBusyDialog(isBusy);

  const succeed = (attempt: PurchaseAttempt) => {
    attempts.drop(attempt);
    conclude({ status: 'succeeded' });
  };

  const pay = ({ startDate, autoRenew }: PurchaseTermsForm, details: OtherPayment | { tendered?: number }) =>
    withLock(async () => {
      // The second of two clicks may come when the first has already ended.
      if (isConcluded.current) return;
      const terms = { startDate, autoRenew: canRenew(plan) && autoRenew, expectedTotal: total };
      const opened = await openAttempt({
        contactId: contact.id,
        membershipId: plan.id,
        locationId,
        ...terms,
        paymentMethod,
        ...details,
      });
      if (!opened) return;
      const { attempt, wasSent } = opened;
      const sent = await sendAttempt({
        send: () => data.purchaseMembership(attempt.body, attempt.key),
        ask: () => data.purchaseOutcome(attempt.key),
        wasSent,
      });
      if (sent.status === 'answered' || sent.status === 'completed') return succeed(attempt);
      if (sent.status === 'unknown') return fail({ status: 'unanswered', error: sent.error });
      attempts.drop(attempt);
      return fail({ status: 'rejected', error: sent.error });
    });

  const resume = useEffectEvent((attempt: PurchaseAttempt) =>
    withLock(async () => {
      const known = await askAboutAttempt(() => data.purchaseOutcome(attempt.key));
      if (known.status === 'succeeded') return succeed(attempt);
      if (known.status === 'notRecorded') attempts.drop(attempt);
      return known.status === 'pending' ? undefined : fail(known);
    }),
  );
  const interrupted = useRef(findInterrupted(attempts.read(), plan.id));
  useEffect(() => {
    const attempt = interrupted.current;
    interrupted.current = undefined;
    if (attempt) void resume(attempt);
  }, []);

  return { ...purchase, isBusy, pay };
};
