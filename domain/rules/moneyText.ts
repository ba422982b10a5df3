import { toCents } from './money.ts';

/** `1,250.00`: a comma before every three digits, then a point. */
const grouped = /^\d{1,3}(?:,\d{3})+(?:\.\d{0,2})?$/;
/** `12`, `12.5`, `12,50`, `.50`: at most two digits behind the point or comma. */
const plain = /^(?:\d+(?:[.,]\d{0,2})?|[.,]\d{1,2})$/;

/** An amount as a person types it, in cents; undefined for what cannot be read in one way only. */
export function centsFromText(typed: string): number | undefined {
  const text = typed.trim().replace(/^\$\s*/, '');
  if (grouped.test(text)) return toCents(text.replaceAll(',', ''));
  return plain.test(text) ? toCents(text.replace(',', '.')) : undefined;
}

/** What to say of an amount that cannot be read. */
export const amountUnclear = 'Enter an amount such as 12.50';
