import type { Store } from 'react-admin';
import type { MembershipPurchaseBody } from '#domain/contract/memberships-purchase.ts';
import { readSession } from '#src/authProvider/session.ts';
import { newKey } from '#src/dataProvider/newKey.ts';

/** One press of Purchase: what was asked for and the key it is asked with, kept for the tab, so that a reload finds it. */
export interface PurchaseAttempt {
  readonly key: string;
  readonly body: MembershipPurchaseBody;
  readonly startedAt: number;
  /** Nobody here knows whether it happened: the answer has not come, or was lost. */
  readonly isUnsure: boolean;
}

/** The server keeps a key for a day: an attempt older than that cannot be asked about any more. */
const askableMs = 23 * 3_600_000;

const placeOf = (contactId: string) => `purchase.${readSession()?.user.id}.${contactId}`;

export const readAttempt = (store: Store, contactId: string): PurchaseAttempt | undefined => {
  const attempt = store.getItem<PurchaseAttempt>(placeOf(contactId));
  return attempt && Date.now() - attempt.startedAt < askableMs ? attempt : undefined;
};

/** Whether an attempt asks for this and nothing else. */
export const isSameAttempt = (attempt: PurchaseAttempt, body: MembershipPurchaseBody): boolean => JSON.stringify(attempt.body) === JSON.stringify(body);

/** The attempt to go on with: the open one when it asks for the same, else a new one. Written down before it is sent. */
export const openAttempt = (store: Store, body: MembershipPurchaseBody): PurchaseAttempt => {
  const open = readAttempt(store, body.contactId);
  const attempt = { ...(open && isSameAttempt(open, body) ? open : { key: newKey(), body, startedAt: Date.now() }), isUnsure: true };
  store.setItem(placeOf(body.contactId), attempt);
  return attempt;
};

/** What became of it is known, and it may be tried again with the same key. */
export const settleAttempt = (store: Store, attempt: PurchaseAttempt) => store.setItem(placeOf(attempt.body.contactId), { ...attempt, isUnsure: false });

export const dropAttempt = (store: Store, contactId: string) => store.removeItem(placeOf(contactId));
