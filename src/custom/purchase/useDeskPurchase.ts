import { useEffect, useEffectEvent, useRef } from 'react';
import type { MembershipPurchaseBody, PurchaseTermsForm } from '#domain/contact-memberships/purchaseContract.ts';
import { canRenew } from '#domain/memberships/membershipPlan.ts';
import { useSelectedLocation } from '#src/location-scope/useLocationScope.ts';
import { purchaseActions } from '#src/dataProvider/purchase.ts';
import { getSaleOutcome } from '#src/dataProvider/saleOutcome.ts';
import type { PurchaseAttempt } from '#src/dataProvider/attempts.ts';
import type { ListedMembership } from '#src/dataProvider/memberships.ts';
import { askAboutAttempt, sendAttempt, type Outcome } from '#src/dataProvider/sendAttempt.ts';
import { useSingleMutation } from '#src/dataProvider/useSingleMutation.ts';
import { interruptedPurchase } from './purchaseAttempt.ts';
import { usePurchaseDialog } from './purchaseContext.tsx';
import { useBusyDialog, usePlanPurchase } from './usePlanPurchase.ts';

type HowPaid = Pick<MembershipPurchaseBody, 'paymentMethod' | 'otherMethod' | 'reference' | 'tendered' | 'onPayer'>;

/** A purchase that one request concludes: paid at the desk, by a saved card, or on an account. */
export const useDeskPurchase = (plan: ListedMembership, total: number, payerId: string | undefined) => {
  const { contact } = usePurchaseDialog();
  const { id: locationId } = useSelectedLocation();
  const { conclude, fail, drop, openAttempt, isConcluded, ...purchase } = usePlanPurchase(plan);

  const finish = (outcome: Outcome, attempt: PurchaseAttempt) => {
    if (['succeeded', 'refused', 'notRecorded'].includes(outcome.status)) drop(attempt);
    return outcome.status === 'succeeded' || outcome.status === 'processing' ? conclude(outcome) : fail(outcome);
  };
  const { mutateAsync, isPending: isBusy } = useSingleMutation({ mutationFn: (work: () => Promise<void>) => work() });
  useBusyDialog(isBusy);

  const pay = ({ startDate, autoRenew }: PurchaseTermsForm, how: HowPaid) =>
    mutateAsync(async () => {
      // The second of two clicks may come when the first has already ended.
      if (isConcluded.current) return;
      const terms = { startDate, autoRenew: canRenew(plan) && autoRenew, expectedTotal: total };
      const opened = await openAttempt({
        contactId: contact.id,
        membershipId: plan.id,
        locationId,
        ...terms,
        ...(payerId && { payerId }),
        ...how,
      });
      if (!opened) return;
      const { attempt, wasSent } = opened;
      const sent = await sendAttempt({
        send: async () => {
          const sold = await purchaseActions.purchaseMembership(attempt.body, attempt.key);
          const isAtTheBank = attempt.body.onPayer === 'saved_card' && sold.success && sold.contactMembership === null;
          return { status: isAtTheBank ? 'processing' : 'succeeded', invoice: sold.success ? sold.invoice : null };
        },
        ask: () => getSaleOutcome(attempt.key),
        wasSent,
      });
      finish(sent, attempt);
    });

  const resume = useEffectEvent((attempt: PurchaseAttempt) =>
    mutateAsync(async () => finish(await askAboutAttempt(() => getSaleOutcome(attempt.key)), attempt)),
  );
  const interrupted = useRef(interruptedPurchase(contact.id, plan.id));
  useEffect(() => {
    const attempt = interrupted.current;
    interrupted.current = undefined;
    if (attempt) void resume(attempt);
  }, []);

  return { ...purchase, isBusy, pay };
};
