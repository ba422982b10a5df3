const notes = [100, 500, 1000, 2000, 5000, 10_000] as const;

/** The amounts a customer is likely to hand over for a total: exactly it, and the next round sums above, in cents. */
export function quickAmounts(totalCents: number): number[] {
  const rounded = notes.map((note) => Math.ceil(totalCents / note) * note);
  return [...new Set([totalCents, ...rounded])].toSorted((a, b) => a - b).slice(0, 5);
}
