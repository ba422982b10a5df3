import { sum } from '#domain/shared/money.ts';

/** In cents. 0 means exact cash. */
export const cashRoundings = [0, 5, 10] as const;
export type CashRounding = (typeof cashRoundings)[number];

export const cashRoundingLabels: Record<CashRounding, string> = {
  0: 'Off',
  5: 'To 5 cents',
  10: 'To 10 cents',
};

/** In cents, half up. Adding it makes an amount that can be paid in coins. */
export const toCashRounding = (cents: number, step: number): number =>
  step === 0 ? 0 : Math.floor((cents + step / 2) / step) * step - cents;

interface CashRefund {
  readonly cents: number;
  readonly rounding: number;
}

/**
 * What rounding adds to a refund in cash, in cents. All cash that goes back for an invoice is rounded together, so that many small refunds
 * hand out no more than one.
 */
export const refundRounding = (cents: number, step: number, earlier: readonly CashRefund[]): number =>
  step === 0
    ? 0
    : toCashRounding(sum(earlier.map((refund) => refund.cents)) + cents, step) -
      sum(earlier.map((refund) => refund.rounding));

/** A cash payment of what is due, in cents: undefined when it does not settle it. `asked` is the amount that staff named. */
export function settlingCash(
  due: number,
  step: number,
  asked: number = due,
): { readonly cents: number; readonly rounding: number } | undefined {
  const rounding = toCashRounding(due, step);
  return asked === due || asked === due + rounding ? { cents: due + rounding, rounding } : undefined;
}
