import type { MembershipPurchaseBody } from '#domain/contact-memberships/purchaseContract.ts';
import { purchaseActions } from '#src/dataProvider/purchase.ts';
import { forgetAttempt, getPurchase, type PurchaseAttempt } from '#src/dataProvider/attempts.ts';
import { cancelAttempt } from '#src/dataProvider/sendAttempt.ts';

/** The purchase for this contact that a reload or an ended session interrupted, of this plan if one is given. */
export const interruptedPurchase = (contactId: string, planId?: string): PurchaseAttempt | undefined => {
  const attempt = getPurchase(contactId);
  const isOfPlan = planId === undefined || attempt?.body.membershipId === planId;
  return attempt?.isOutcomeUnknown && isOfPlan ? attempt : undefined;
};

/**
 * Cancels an abandoned, unpaid purchase, so that no open invoice is left. If the server cannot be reached or the bank is
 * processing the payment, the attempt is kept: opening the purchase again asks about it.
 */
export const useCancelPurchase = () => {
  return async ({ body, key }: { body: MembershipPurchaseBody; key: string }) => {
    const end = await cancelAttempt(() => purchaseActions.cancelPurchase(body, key));
    if (end.status === 'canceled' || end.status === 'succeeded') forgetAttempt(key);
    return end;
  };
};
