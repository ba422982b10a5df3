import type { Invoice } from '#domain/invoices/contract.ts';
import type { ItemSaleBody } from '#domain/pos/contract.ts';
import { cardMethod, drawerMethod, paymentMethods, type PaymentMethod } from '#domain/invoices/paymentMethods.ts';
import { toCents } from '#domain/shared/money.ts';
import type { ItemSaleAttempt } from '#src/dataProvider/attempts.ts';

/** Split is a part in cash and the rest by card. */
export type SaleMethod = PaymentMethod | 'split';

export function getMethod({ cash, stripePayment, paymentMethod = drawerMethod }: ItemSaleBody): SaleMethod {
  if (cash) return 'split';
  return stripePayment ? cardMethod : paymentMethod;
}

/** One of the ways in which a sale was paid. */
export interface PaidPart {
  readonly method: PaymentMethod;
  readonly otherMethod?: string | undefined;
  readonly cents: number;
}

export interface SalePayment {
  readonly method: PaymentMethod;
  readonly otherMethod?: string | undefined;
  /** Present when it was paid in several ways. */
  readonly parts?: readonly PaidPart[] | undefined;
  /** The cash received; null when none was, or it is not known. */
  readonly receivedCents: number | null;
}

/** The parts in cash and by card, as the till asked for them. */
export const splitParts = (cashCents: number, totalCents: number): PaidPart[] => [
  { method: drawerMethod, cents: cashCents },
  { method: cardMethod, cents: totalCents - cashCents },
];

const inOrder = (a: PaidPart, b: PaidPart) => paymentMethods.indexOf(a.method) - paymentMethods.indexOf(b.method);

export const toParts = (paid: NonNullable<Invoice['paidParts']>): PaidPart[] =>
  paid
    .map(({ method, otherMethod, amount }) => ({
      method,
      otherMethod: otherMethod ?? undefined,
      cents: toCents(amount),
    }))
    .toSorted(inOrder);

/** The requested method, unless the server says otherwise. */
export function findPayment(
  { paidBy, paidParts, total }: Invoice,
  { body, receivedCents }: Pick<ItemSaleAttempt, 'body' | 'receivedCents'>,
): SalePayment {
  const asked = getMethod(body);
  if (paidParts) return { method: cardMethod, parts: toParts(paidParts), receivedCents };
  if (paidBy) {
    // The cash of a split sale is not booked.
    const isTaken = asked !== 'split';
    return {
      method: paidBy.method,
      otherMethod: paidBy.otherMethod ?? undefined,
      receivedCents: isTaken ? receivedCents : null,
    };
  }
  if (paidBy === null) return { method: 'other', otherMethod: 'On its invoice', receivedCents };
  if (body.cash)
    return { method: cardMethod, parts: splitParts(toCents(body.cash.amount), toCents(total)), receivedCents };
  return { method: asked === 'split' ? cardMethod : asked, otherMethod: body.otherMethod, receivedCents };
}
