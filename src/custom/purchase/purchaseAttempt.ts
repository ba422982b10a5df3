import { useQueryClient } from '@tanstack/react-query';
import { useStoreContext } from 'react-admin';
import type { MembershipPurchaseBody } from '#domain/contact-memberships/purchaseContract.ts';
import { readSession } from '#src/authProvider/session.ts';
import type { Attempt } from '#src/resources/invoices/payments/useCardPayment.ts';
import { createIdempotencyKey } from '#src/dataProvider/http.ts';
import {
  listAttempts,
  canLookUp,
  forgetAttempt,
  saveAttempt,
  type OpenAttempt,
  type PurchaseAttempt as OpenPurchase,
} from '#src/dataProvider/openAttempts.ts';
import { useAppDataProvider } from '#src/dataProvider/index.ts';
import { cancelResult } from '#src/dataProvider/sendAttempt.ts';
import { isSameBody } from '#src/dataProvider/useKeyedCall.ts';

export type PurchaseAttempt = Attempt<MembershipPurchaseBody>;

/**
 * The last attempt of this person to sell a membership to a contact: kept for the tab, and on the device while its outcome is
 * unknown, where another tab or an earlier session may have left it.
 */
export const usePurchaseAttempt = (contactId: string) => {
  const store = useStoreContext();
  const userId = readSession()?.user.id;
  const storeKey = `purchase.${userId}.${contactId}`;
  const isMine = (open: OpenAttempt): open is OpenPurchase =>
    open.kind === 'membership' && open.body.contactId === contactId;
  const read = (): PurchaseAttempt | undefined => {
    const attempt = store.getItem<PurchaseAttempt>(storeKey) ?? interrupted(listAttempts(userId).find(isMine));
    return attempt && canLookUp(attempt, Date.now()) ? attempt : undefined;
  };
  return {
    read,
    /** The attempt to send: the last one when the request is the same, else a new one. Stored before it is sent. */
    open: (body: MembershipPurchaseBody, toOpenAttempt: (attempt: PurchaseAttempt) => OpenAttempt) => {
      const last = read();
      const same = last && isSameBody(last.body, body) ? last : undefined;
      const attempt: PurchaseAttempt = {
        ...(same ?? { key: createIdempotencyKey(), body, startedAt: Date.now() }),
        isOutcomeUnknown: true,
      };
      store.setItem(storeKey, attempt);
      saveAttempt(toOpenAttempt(attempt));
      return { attempt, wasSent: same?.isOutcomeUnknown === true };
    },
    /** Its outcome is known, and it may be retried with the same key. */
    settle: (attempt: PurchaseAttempt) => {
      forgetAttempt(attempt.key);
      store.setItem(storeKey, { ...attempt, isOutcomeUnknown: false });
    },
    drop: ({ key }: PurchaseAttempt) => {
      forgetAttempt(key);
      if (store.getItem<PurchaseAttempt>(storeKey)?.key === key) store.removeItem(storeKey);
    },
  };
};

const interrupted = (open: OpenPurchase | undefined): PurchaseAttempt | undefined =>
  open && { key: open.key, body: open.body, startedAt: open.startedAt, isOutcomeUnknown: true };

/**
 * Cancels an abandoned, unpaid purchase, so that no open invoice is left. Returns the outcome. If the server cannot be reached
 * or the bank is processing the payment, the attempt is kept: opening the purchase again asks about it.
 */
export const useCancelPurchase = (contactId: string) => {
  const data = useAppDataProvider();
  const { drop } = usePurchaseAttempt(contactId);
  const cache = useQueryClient();
  return async (attempt: PurchaseAttempt) => {
    const end = await data.cancelPurchase(attempt.body, attempt.key).then(cancelResult, () => 'unknown' as const);
    if (end === 'unknown') return end;
    drop(attempt);
    for (const resource of ['contacts', 'invoices']) void cache.invalidateQueries({ queryKey: [resource] });
    return end;
  };
};
