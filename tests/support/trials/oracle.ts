/** A rate in ten-thousandths and lines of cents: only integers, rounded in another way than in the product. */
export interface Cart {
  readonly rate: number;
  readonly lines: readonly { cents: number; quantity: number }[];
}

/** Half up in integers: the double of the amount and one, halved. */
export const toShare = (cents: number, tenThousandths: number) =>
  Math.floor((2 * cents * tenThousandths + 10_000) / 20_000);

export function oracle({ rate, lines }: Cart) {
  const subtotal = lines.reduce((sum, { cents, quantity }) => sum + cents * quantity, 0);
  const tax = toShare(subtotal, rate);
  return { subtotal, tax, total: subtotal + tax };
}

/** Whether the tax on this subtotal is exactly on a half cent. */
export const isHalfCent = (subtotal: number, rate: number) => (subtotal * rate) % 10_000 === 5_000;

/** Formats cents digit by digit: `$1,234.05`. */
export function written(cents: number): string {
  const digits = String(cents).padStart(3, '0');
  return `$${digits.slice(0, -2).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')}.${digits.slice(-2)}`;
}

/** The same numbers on every run. */
export function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export const rates = [0, 1, 333, 500, 625, 725, 881, 1_025, 9_999, 10_000];
