import { decimal, roundHalfUp } from './decimal.ts';
import { defaultCurrency } from './limits.ts';

/** Dollars (`49.99`, `"2.50"`) to whole cents. A third decimal is rounded half up. */
export const toCents = (dollars: number | string): number => Number(roundHalfUp(decimal(dollars), 2));

export const fromCents = (cents: number): number => cents / 100;

export const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/** `cents × part ÷ whole`, rounded half up. The products do not fit into a float. */
export function prorate(cents: number, part: number, whole: number): number {
  if (whole === 0) return 0;
  const halfMore = 2n * BigInt(cents) * BigInt(part) + BigInt(whole);
  const twice = 2n * BigInt(whole);
  const isBelow = halfMore % twice !== 0n && halfMore < 0n !== twice < 0n;
  return Number(halfMore / twice - (isBelow ? 1n : 0n));
}

const formats = new Map<string, Intl.NumberFormat>();

function moneyFormat(currency: string): Intl.NumberFormat {
  const cached = formats.get(currency);
  if (cached) return cached;
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  formats.set(currency, format);
  return format;
}

/** '$1,234.50', '−$2.00' with a true minus sign. Other currencies have their own symbol. */
export const formatCents = (cents: number, currency: string = defaultCurrency): string =>
  moneyFormat(currency.toUpperCase()).format(fromCents(cents)).replace('-', '−');

/** The same from dollars. */
export const formatMoney = (dollars: number, currency: string = defaultCurrency): string =>
  formatCents(toCents(dollars), currency);

export const amountUnclear = 'Enter an amount such as 12.50';
