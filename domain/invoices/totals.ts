import { prorate, sum } from '#domain/shared/money.ts';
import { decimal, roundHalfUp, times } from '#domain/shared/decimal.ts';

export const feeTypes = ['percentage', 'fixed'] as const;
export type FeeType = (typeof feeTypes)[number];

/** One line of a sale, in cents. */
interface PricedLine {
  readonly unitCents: number;
  readonly quantity: number;
}

/** Totals of a sale, in cents. */
export interface Totals {
  readonly subtotal: number;
  readonly tax: number;
  readonly total: number;
}

/** Tax on a subtotal in cents, rounded half up once. The rate is an exact fraction such as `0.0881`. */
export const taxCents = (subtotalCents: number, rate: number | string): number =>
  Number(roundHalfUp(times(decimal(subtotalCents), decimal(rate))));

const lineCents = ({ unitCents, quantity }: PricedLine): number => unitCents * quantity;

/** Tax = subtotal × the location's rate, total = subtotal + tax. */
export function computeTotals(lines: readonly PricedLine[], rate: number | string): Totals {
  const subtotal = sum(lines.map(lineCents));
  const tax = taxCents(subtotal, rate);
  return { subtotal, tax, total: subtotal + tax };
}

/** Each line's share of an invoice's tax, rounded half up; the last line has what remains. */
export function taxShares(totals: readonly number[], tax: number): number[] {
  const subtotal = sum(totals);
  let left = tax;
  return totals.map((total, index) => {
    const part = index === totals.length - 1 ? left : Math.min(left, prorate(tax, total, subtotal));
    left -= part;
    return part;
  });
}

/** A location fee on a plan's price: `"10.00"` is ten percent, or ten dollars when fixed. Rounded half up to the cent. */
export function feeCents(fee: { type: FeeType; amount: string }, planCents: number): number {
  const amount = decimal(fee.amount);
  if (fee.type === 'fixed') return Number(roundHalfUp(amount, 2));
  return Number(roundHalfUp({ ...times(decimal(planCents), amount), scale: amount.scale + 2 }));
}
