import { prorate, sum } from '#domain/shared/money.ts';

/** In cents. */
export interface RefundShare {
  /** With tax. */
  readonly gross: number;
  readonly tax: number;
}

/** A line of an invoice with its tax, and what of it was refunded before. */
export interface SharedLine extends RefundShare {
  readonly refunded: RefundShare;
  /** The part that the refund was asked to give back of this line and has not yet. */
  readonly asked?: number | undefined;
}

/**
 * Each line's share of a refund: of the lines that it names as far as they reach, then of what is left of every line, in proportion.
 * Refunded whole, each line has given back its price and its tax exactly.
 */
export function shareRefund(lines: readonly SharedLine[], cents: number): RefundShare[] {
  const left = lines.map(({ gross, refunded }) => gross - refunded.gross);
  const asked = lines.map(({ asked: wanted = 0 }, index) => Math.min(wanted, Math.max(0, left[index] ?? 0)));
  const named = Math.min(cents, sum(asked));
  const first = inProportion(asked, named);
  const rest = inProportion(
    left.map((amount, index) => amount - (first[index] ?? 0)),
    cents - named,
  );
  return withTax(
    lines,
    first.map((part, index) => part + (rest[index] ?? 0)),
  );
}

/** A refund that came back: taken from each line in proportion to what it gave. All amounts are negative. */
export const shareFailedRefund = (lines: readonly SharedLine[], cents: number): RefundShare[] =>
  withTax(
    lines,
    inProportion(
      lines.map(({ asked, refunded }) => asked ?? refunded.gross),
      cents,
    ).map((part) => 0 - part),
  );

const withTax = (lines: readonly SharedLine[], parts: readonly number[]): RefundShare[] =>
  lines.map(({ gross, tax, refunded }, index) => {
    const part = parts[index] ?? 0;
    const through = gross === 0 ? 0 : prorate(tax, refunded.gross + part, gross);
    return { gross: part, tax: through - refunded.tax };
  });

/** Parts of `cents` that add up to it. */
function inProportion(weights: readonly number[], cents: number): number[] {
  const whole = sum(weights);
  let weight = 0;
  let given = 0;
  return weights.map((one) => {
    weight += one;
    const part = whole === 0 ? 0 : prorate(cents, weight, whole) - given;
    given += part;
    return part;
  });
}
