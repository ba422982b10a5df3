import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { MembershipPurchaseBody } from '#domain/contact-memberships/purchaseContract.ts';
import type { Discount, ItemSaleBody } from '#domain/pos/contract.ts';
import type { SalesItem } from '#domain/sales-items/contract.ts';
import { openAttemptDays } from '#domain/shared/limits.ts';
import { readSession } from '#src/authProvider/session.ts';
import { localStorage } from '#src/safeStorage.ts';
import { createListeners } from '#src/listeners.ts';
import type { ListedContact } from './contacts.ts';
import { createIdempotencyKey } from './http.ts';

/** A request under its idempotency key. A retry sends the same body with the same key, so that it happens once. */
interface Attempt<Body = unknown> {
  readonly key: string;
  readonly body: Body;
  readonly userId: string;
  readonly startedAt: number;
  /** No response has come. One that is known may be tried again, such as a declined card. */
  readonly isOutcomeUnknown: boolean;
}

/** Anything but a sale. A retry is recognized by its name and its body. */
export interface CallAttempt<Body = unknown> extends Attempt<Body> {
  readonly kind: 'call';
  readonly name: string;
}

export interface ItemSaleAttempt extends Attempt<ItemSaleBody> {
  readonly kind: 'sale';
  readonly locationName: string;
  readonly contact: ListedContact;
  readonly cart: readonly {
    readonly item: SalesItem;
    readonly quantity: number;
    readonly discount?: Discount | undefined;
  }[];
  readonly receivedCents: number | null;
}

export interface PurchaseAttempt extends Attempt<MembershipPurchaseBody> {
  readonly kind: 'membership';
  readonly locationName: string;
  readonly customer: string;
  readonly plan: string;
}

/** Shown after the next sign-in while the outcome is unknown. */
export type OpenAttempt = ItemSaleAttempt | PurchaseAttempt;
type StoredAttempt = OpenAttempt | CallAttempt;

/**
 * The store of all attempts: the local storage, each under its own key, so that tabs do not overwrite each other's. They outlive
 * sign-out, expiry, a reload, a closed tab and a crash. Each belongs to the user who sent it and is shown to nobody else.
 */
const prefix = 'openAttempt.';
const changes = createListeners();

export const saveAttempt = (attempt: StoredAttempt) => {
  localStorage.setItem(prefix + attempt.key, JSON.stringify(attempt));
  changes.notify();
};

export const forgetAttempt = (key: string) => {
  localStorage.removeItem(prefix + key);
  changes.notify();
};

/** Its outcome is known, and it may be tried again with the same key. */
export const settleAttempt = (key: string) => {
  const attempt = readAttempt(key);
  if (attempt) saveAttempt({ ...attempt, isOutcomeUnknown: false });
};

export const readAttempt = (key: string): StoredAttempt | undefined => parse(localStorage.getItem(prefix + key));

export const useAttempts = <Read>(read: () => Read): Read => {
  const text = useSyncExternalStore(onAttempts, () => JSON.stringify(read()) ?? '');
  return useMemo(() => (text === '' ? undefined : JSON.parse(text)), [text]);
};

/** The signed-in user's last attempt to sell a membership to a contact, whichever tab or session it is from. */
export const getPurchase = (contactId: string): PurchaseAttempt | undefined =>
  storedAttempts(readSession()?.user.id).findLast(
    (attempt): attempt is PurchaseAttempt =>
      attempt.kind === 'membership' && attempt.body.contactId === contactId && canLookUp(attempt, Date.now()),
  );

export const getCalls = <Body>(name: string): CallAttempt<Body>[] =>
  storedAttempts(readSession()?.user.id).filter(
    (attempt): attempt is CallAttempt<Body> => attempt.kind === 'call' && attempt.name === name && isRetry(attempt),
  );

/** The same request after this time is a new one. By then the screens show what became of the first. */
const isRetry = ({ startedAt }: Attempt) => Date.now() - startedAt < 12 * 3_600_000;

/** The attempt to send: an earlier one with the same body, else a new one. Stored before it is sent. */
export const openCall = <Body>(name: string, body: Body): { attempt: CallAttempt<Body>; wasSent: boolean } => {
  for (const attempt of storedAttempts(readSession()?.user.id))
    if (attempt.kind === 'call' && !isRetry(attempt)) forgetAttempt(attempt.key);
  const before = getCalls<Body>(name).find((attempt) => isSameBody(attempt.body, body));
  const attempt: CallAttempt<Body> = {
    kind: 'call',
    name,
    key: createIdempotencyKey(),
    body,
    userId: readSession()?.user.id ?? '',
    startedAt: Date.now(),
    ...before,
    isOutcomeUnknown: true,
  };
  saveAttempt(attempt);
  return { attempt, wasSent: before?.isOutcomeUnknown === true };
};

export const listAttempts = (userId: string | undefined): OpenAttempt[] =>
  storedAttempts(userId).filter(
    (attempt): attempt is OpenAttempt => attempt.kind !== 'call' && attempt.isOutcomeUnknown,
  );

/** The server keeps a key this long. Older attempts cannot be looked up. */
const lookUpMs = openAttemptDays * 24 * 3_600_000 - 3_600_000;
export const canLookUp = ({ startedAt }: Pick<Attempt, 'startedAt'>, now: number): boolean =>
  now - startedAt < lookUpMs;

/** Calls back when an attempt is saved, forgotten or claimed, in this tab or another. */
const onAttempts = (listener: () => void) => {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith(prefix)) listener();
  };
  const stop = changes.listen(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    stop();
    window.removeEventListener('storage', onStorage);
  };
};

export const isSameBody = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const claims = new Set<string>();

/** While a screen works on the sale of this key, or on a purchase for this contact, no other part of the page offers it. */
export const useAttemptClaim = (keyOrContactId: string | undefined) => {
  useEffect(() => {
    if (keyOrContactId === undefined) return undefined;
    claims.add(keyOrContactId);
    changes.notify();
    return () => {
      claims.delete(keyOrContactId);
      changes.notify();
    };
  }, [keyOrContactId]);
};

export const isClaimed = (attempt: OpenAttempt): boolean =>
  claims.has(attempt.kind === 'sale' ? attempt.key : attempt.body.contactId);

const storedAttempts = (userId: string | undefined): StoredAttempt[] =>
  localStorage
    .keys()
    .filter((name) => name.startsWith(prefix))
    .flatMap((name) => parse(localStorage.getItem(name)) ?? [])
    .filter((attempt) => attempt.userId === userId)
    .toSorted((a, b) => a.startedAt - b.startedAt);

const parse = (text: string | null): StoredAttempt | undefined => {
  try {
    const attempt: unknown = JSON.parse(text ?? 'null');
    return attempt && typeof attempt === 'object' && 'key' in attempt && 'kind' in attempt
      ? (attempt as StoredAttempt)
      : undefined;
  } catch {
    return undefined;
  }
};
