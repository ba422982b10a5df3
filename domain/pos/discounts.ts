import { sum, toCents } from '#domain/shared/money.ts';
import { decimal, roundHalfUp, times } from '#domain/shared/decimal.ts';
import type { Level } from '#domain/shared/access.ts';
import type { CompanySettings } from '#domain/settings/companySettings.ts';

/** A discount in percent, or an amount in cents. */
export type DiscountTerms = { readonly percent: number } | { readonly cents: number };

interface AskedDiscount {
  readonly percent?: number | undefined;
  /** In dollars. */
  readonly amount?: number | undefined;
}

export function toDiscountTerms(discount: AskedDiscount | undefined): DiscountTerms | undefined {
  if (discount?.percent !== undefined) return { percent: discount.percent };
  return discount?.amount === undefined ? undefined : { cents: toCents(discount.amount) };
}

/** A line before the sale's own discount: its price for all units, in cents, and a discount on it alone. */
export interface DiscountableLine {
  readonly cents: number;
  readonly discount?: DiscountTerms | undefined;
}

/** Reasons that the till offers; another one can be typed. */
export const discountReasons = ['Damaged', 'Promotion', 'Staff', 'Price match', 'Goodwill'] as const;

/** The amount that a discount takes off a price. Never more than the price. */
export function discountCents(terms: DiscountTerms, cents: number): number {
  return Math.min(cents, 'percent' in terms ? percentCents(cents, terms.percent) : terms.cents);
}

/**
 * The amount taken off each line: its own discount, and its share of the discount on the sale. The sale's discount applies to
 * the prices after the lines' own discounts. Its shares are proportional to them, to the cent: the largest remainders get the
 * remaining cents, the earlier line first.
 */
export function lineDiscounts(lines: readonly DiscountableLine[], onSale?: DiscountTerms): number[] {
  const own = lines.map(({ cents, discount }) => (discount ? discountCents(discount, cents) : 0));
  const left = lines.map(({ cents }, index) => cents - (own[index] ?? 0));
  const shares = onSale ? spread(discountCents(onSale, sum(left)), left) : [];
  return own.map((cents, index) => cents + (shares[index] ?? 0));
}

/** Splits an amount by weights whose sum is at least the amount. Each part is at most its weight. */
function spread(cents: number, weights: readonly number[]): number[] {
  const whole = BigInt(sum(weights));
  if (whole === 0n) return weights.map(() => 0);
  const exact = weights.map((weight) => BigInt(cents) * BigInt(weight));
  const parts = exact.map((product) => Number(product / whole));
  let over = cents - sum(parts);
  const byRemainder = exact
    .map((product, index) => ({ index, remainder: product % whole }))
    .toSorted((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));
  for (const { index } of byRemainder) {
    if (over === 0) break;
    parts[index] = (parts[index] ?? 0) + 1;
    over -= 1;
  }
  return parts;
}

/** The highest percentage that a level may give. The settings limit the levels below admin. */
export function discountLimit(
  level: Level,
  {
    pointOfSaleDiscount,
    managerDiscount,
  }: Pick<CompanySettings['payments'], 'pointOfSaleDiscount' | 'managerDiscount'>,
): number {
  if (level === 'admin') return 100;
  return level === 'manager' ? managerDiscount : pointOfSaleDiscount;
}

/** The percentage limits each line's discounts, and all of them together. Tolerates rounding. */
export function isWithinLimit(
  lines: readonly DiscountableLine[],
  onSale: DiscountTerms | undefined,
  percent: number,
): boolean {
  const allowed = lines.map(({ cents }) => percentCents(cents, percent));
  const whole = sum(lines.map(({ cents }) => cents));
  const isLineWithin = lines.every(
    ({ cents, discount }, index) => !discount || discountCents(discount, cents) <= (allowed[index] ?? 0),
  );
  return isLineWithin && sum(lineDiscounts(lines, onSale)) <= Math.max(percentCents(whole, percent), sum(allowed));
}

/** The message for a discount above the limit of a person's level. */
export const limitText = (percent: number): string =>
  percent === 0
    ? 'Your access level cannot give discounts'
    : `Your access level can give discounts of up to ${percent}%`;

/** A percentage of an amount, rounded half up to the cent. */
function percentCents(cents: number, percent: number): number {
  const product = times(decimal(cents), decimal(percent));
  return Number(roundHalfUp({ ...product, scale: product.scale + 2 }));
}
