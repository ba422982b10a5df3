import type { ContactMembership } from '#domain/contract/contacts-memberships.ts';
import { shortDate } from '#domain/rules/dateText.ts';

/** The last day of a term: whichever end comes first; null for one without. */
export function lastDayOf({ endDate, contractEndDate }: Pick<ContactMembership, 'endDate' | 'contractEndDate'>): string | null {
  return [endDate, contractEndDate].filter((end) => end !== null).toSorted()[0] ?? null;
}

/** How a plan that is already held is marked: 'Held until Mar 14, 2027'. */
export function existingText(held: readonly ContactMembership[]): string {
  const last = held
    .map(lastDayOf)
    .filter((end) => end !== null)
    .toSorted()
    .at(-1);
  return last ? `Held until ${shortDate(last, 'UTC')}` : 'Already held';
}
