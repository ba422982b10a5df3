import type { Invoice } from '#domain/invoices/contract.ts';
import type { MembershipPurchaseBody } from '#domain/contact-memberships/purchaseContract.ts';
import type { Discount, SalesItemPurchaseBody } from '#domain/pos/contract.ts';
import type { SalesItem } from '#domain/sales-items/contract.ts';
import { openAttemptDays } from '#domain/shared/limits.ts';
import type { PaymentMethod } from '#domain/invoices/paymentStatus.ts';
import { localStorage } from '#src/safeStorage.ts';
import type { ContactRow } from './contacts.ts';

/** A sale or purchase that was sent, and whose outcome is unknown here. */
interface Attempt<Body> {
  /** The idempotency key it was sent with. */
  readonly key: string;
  /** What was sent. A retry must send the same. */
  readonly body: Body;
  readonly userId: string;
  readonly locationName: string;
  readonly startedAt: number;
}

export interface SaleAttempt extends Attempt<SalesItemPurchaseBody> {
  readonly kind: 'sale';
  readonly contact: ContactRow;
  readonly cart: readonly {
    readonly item: SalesItem;
    readonly quantity: number;
    readonly discount?: Discount | undefined;
  }[];
  /** The cash that was handed over, if it was typed. */
  readonly receivedCents: number | null;
}

export interface PurchaseAttempt extends Attempt<MembershipPurchaseBody> {
  readonly kind: 'membership';
  readonly customer: string;
  readonly plan: string;
}

export type OpenAttempt = SaleAttempt | PurchaseAttempt;

/** The payment method that was requested. */
export const getMethod = ({ stripePayment, paymentMethod = 'cash' }: SalesItemPurchaseBody): PaymentMethod =>
  stripePayment ? 'card' : paymentMethod;

/** How a sale was paid: by the requested method, unless the server says otherwise. */
export function toPayment(
  { paidBy }: Invoice,
  body: SalesItemPurchaseBody,
): { method: PaymentMethod; otherMethod?: string | undefined } {
  if (paidBy === undefined) return { method: getMethod(body), otherMethod: body.otherMethod };
  return paidBy
    ? { method: paidBy.method, otherMethod: paidBy.otherMethod ?? undefined }
    : { method: 'other', otherMethod: 'On its invoice' };
}

/**
 * Open attempts live in the local storage, each under its own key, so that tabs do not overwrite each other's. They outlive
 * sign-out, expiry, a reload, a closed tab and a crash. Each belongs to the person who sent it and is shown to nobody else.
 */
const prefix = 'openAttempt.';
const listeners = new Set<() => void>();

export const saveAttempt = (attempt: OpenAttempt) => {
  localStorage.setItem(prefix + attempt.key, JSON.stringify(attempt));
  notifyListeners();
};

export const forgetAttempt = (key: string) => {
  localStorage.removeItem(prefix + key);
  notifyListeners();
};

/** The open attempts of a person on this device, oldest first. */
export const listAttempts = (userId: string | undefined): OpenAttempt[] =>
  savedAttempts()
    .filter((attempt) => attempt.userId === userId)
    .toSorted((a, b) => a.startedAt - b.startedAt);

/** The server keeps a key this long. Older attempts cannot be looked up. */
const lookUpMs = openAttemptDays * 24 * 3_600_000 - 3_600_000;
export const canLookUp = ({ startedAt }: Pick<OpenAttempt, 'startedAt'>, now: number): boolean =>
  now - startedAt < lookUpMs;

/** Calls back when an attempt is saved or forgotten, in this tab or another. */
export const onAttempts = (listener: () => void) => {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === null || key.startsWith(prefix)) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
};

const notifyListeners = () => {
  for (const listener of listeners) listener();
};

const savedAttempts = (): OpenAttempt[] =>
  localStorage
    .keys()
    .filter((name) => name.startsWith(prefix))
    .flatMap((name) => parse(localStorage.getItem(name)) ?? []);

const parse = (text: string | null): OpenAttempt | undefined => {
  try {
    const attempt: unknown = JSON.parse(text ?? 'null');
    return attempt && typeof attempt === 'object' && 'key' in attempt && 'body' in attempt
      ? (attempt as OpenAttempt)
      : undefined;
  } catch {
    return undefined;
  }
};
