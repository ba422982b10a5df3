import { useQueryClient } from '@tanstack/react-query';
import { useStoreContext, type Store } from 'react-admin';
import type { MembershipPurchaseBody } from '#domain/contract/memberships-purchase.ts';
import { readSession } from '#src/authProvider/session.ts';
import { createIdempotencyKey } from '#src/dataProvider/http.ts';
import { attemptsOf, forgetAttempt, isAskable, saveAttempt, type PurchaseAttempt as OpenPurchase } from '#src/dataProvider/openAttempts.ts';
import { useAppDataProvider } from '#src/dataProvider/index.ts';

/** One press of Pay: what was asked for and the key it is asked with. */
export interface PurchaseAttempt {
  readonly key: string;
  readonly body: MembershipPurchaseBody;
  readonly startedAt: number;
  /** Nobody here knows whether it happened: the answer has not come, or was lost. Then it is kept on this device too. */
  readonly isOutcomeUnknown: boolean;
}

/** What an open purchase is told by. */
type Shown = Pick<OpenPurchase, 'customer' | 'plan' | 'locationName'>;

const placeOf = (contactId: string) => `purchase.${readSession()?.user.id}.${contactId}`;

/** The last attempt for a contact: this tab's, else one that was left open on this device. */
export const readAttempt = (store: Store, contactId: string): PurchaseAttempt | undefined => {
  const attempt = store.getItem<PurchaseAttempt>(placeOf(contactId)) ?? openPurchaseOf(contactId);
  return attempt && isAskable(attempt, Date.now()) ? attempt : undefined;
};

const openPurchaseOf = (contactId: string): PurchaseAttempt | undefined => {
  const open = attemptsOf(readSession()?.user.id).find(({ kind, body }) => kind === 'membership' && body.contactId === contactId);
  return open?.kind === 'membership' ? { key: open.key, body: open.body, startedAt: open.startedAt, isOutcomeUnknown: true } : undefined;
};

/** Whether an attempt asks for this and nothing else. */
export const isSameAttempt = (attempt: PurchaseAttempt, body: MembershipPurchaseBody): boolean => JSON.stringify(attempt.body) === JSON.stringify(body);

/** The attempt to go on with: the open one when it asks for the same, else a new one. Written down before it is sent. */
export const openAttempt = (store: Store, body: MembershipPurchaseBody, shown: Shown) => {
  const before = readAttempt(store, body.contactId);
  const same = before && isSameAttempt(before, body) ? before : undefined;
  const attempt: PurchaseAttempt = { ...(same ?? { key: createIdempotencyKey(), body, startedAt: Date.now() }), isOutcomeUnknown: true };
  store.setItem(placeOf(body.contactId), attempt);
  const { key, startedAt } = attempt;
  saveAttempt({ kind: 'membership', key, body, startedAt, userId: readSession()?.user.id ?? '', ...shown });
  return { attempt, wasSent: same?.isOutcomeUnknown === true };
};

/** What became of it is known, and it may be tried again with the same key. */
export const settleAttempt = (store: Store, attempt: PurchaseAttempt) => {
  forgetAttempt(attempt.key);
  store.setItem(placeOf(attempt.body.contactId), { ...attempt, isOutcomeUnknown: false });
};

export const dropAttempt = (store: Store, { key, body }: PurchaseAttempt) => {
  forgetAttempt(key);
  if (store.getItem<PurchaseAttempt>(placeOf(body.contactId))?.key === key) store.removeItem(placeOf(body.contactId));
};

/**
 * Takes an unpaid purchase back that is given up here, so that no open invoice stays behind, and tells what became of
 * it. Where the server cannot be asked, or the bank is at work on it, the attempt is kept: opening the purchase again
 * asks about it.
 */
export const useCancelPurchase = () => {
  const data = useAppDataProvider();
  const store = useStoreContext();
  const cache = useQueryClient();
  return async (attempt: PurchaseAttempt): Promise<'paid' | 'cancelled' | 'unknown'> => {
    const invoice = await data.cancelPurchase(attempt.body, attempt.key).catch(() => undefined);
    if (invoice === undefined || invoice?.status === 'open') return 'unknown';
    dropAttempt(store, attempt);
    for (const resource of ['contacts', 'invoices']) void cache.invalidateQueries({ queryKey: [resource] });
    return invoice?.status === 'paid' ? 'paid' : 'cancelled';
  };
};
