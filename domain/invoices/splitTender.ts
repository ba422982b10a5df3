import { cardMinCents } from '#domain/shared/limits.ts';
import { formatCents } from '#domain/shared/money.ts';

/** Why this part of a total cannot be paid in cash and the rest by card; in cents. Undefined when it can. */
export function splitRefusal(total: number, cash: number): string | undefined {
  if (cash <= 0) return 'The cash must be more than 0';
  if (cash >= total) return `The cash must be less than the total of ${formatCents(total)}`;
  if (total - cash < cardMinCents) return `At least ${formatCents(cardMinCents)} must be left for the card`;
  return undefined;
}
