import { fromCents, toCents } from '#domain/shared/money.ts';

/** `1,250.00`: thousands separators and a decimal point. */
const grouped = /^\d{1,3}(?:,\d{3})+(?:\.\d{0,2})?$/;
/** `12`, `12.5`, `12,50`, `.50`: at most two digits after the point or comma. */
const plain = /^(?:\d+(?:[.,]\d{0,2})?|[.,]\d{1,2})$/;

/** Parses a typed amount to cents. Undefined when it is ambiguous. */
export function centsFromText(typed: string): number | undefined {
  const text = typed.trim().replace(/^\$\s*/, '');
  if (grouped.test(text)) return toCents(text.replaceAll(',', ''));
  return plain.test(text) ? toCents(text.replace(',', '.')) : undefined;
}

/** Parses a typed number. A negative one, or one with more decimals, is passed on: the contract has messages for those. */
export const numberFromText = (text: string): number => {
  const hundredths = centsFromText(text);
  if (hundredths !== undefined) return fromCents(hundredths);
  return /^-?\d*\.?\d+$/.test(text.trim()) ? Number(text) : NaN;
};
