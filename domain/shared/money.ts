import { decimal, roundHalfUp } from './decimal.ts';
import { defaultCurrency } from './limits.ts';

/** Dollars (`49.99`, `"2.50"`) to whole cents. A third decimal is rounded half up. */
export const toCents = (dollars: number | string): number => Number(roundHalfUp(decimal(dollars), 2));

export const fromCents = (cents: number): number => cents / 100;

export const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

const formats = new Map<string, Intl.NumberFormat>();

function moneyFormat(currency: string): Intl.NumberFormat {
  const known = formats.get(currency);
  if (known) return known;
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  formats.set(currency, format);
  return format;
}

/** '$1,234.50'. Other currencies have their own symbol. */
export const formatCents = (cents: number, currency: string = defaultCurrency): string =>
  moneyFormat(currency.toUpperCase()).format(fromCents(cents));

/** The same from dollars. */
export const formatMoney = (dollars: number, currency: string = defaultCurrency): string =>
  formatCents(toCents(dollars), currency);
