import { beginsAt, passedAt } from './dates.ts';

export const membershipStatuses = ['active', 'pending', 'suspended', 'expired'] as const;
export type MembershipStatus = (typeof membershipStatuses)[number];

export interface HeldTerm {
  readonly accessEnabled: boolean;
  readonly startDate: string;
  readonly endDate: string | null;
  readonly contractEndDate: string | null;
}

/** The first matching line wins. An end that is exactly now has passed. A bare date lasts its whole day in `zone`. */
export function membershipStatus(term: HeldTerm, now: Date, zone: string): MembershipStatus {
  if (!term.accessEnabled) return 'suspended';
  if (beginsAt(zone, term.startDate) > now) return 'pending';
  const ends = [term.endDate, term.contractEndDate].filter((end) => end !== null);
  return ends.some((end) => passedAt(zone, end) <= now) ? 'expired' : 'active';
}

/** A member has at least one membership that has not expired. */
export const isMember = (terms: readonly HeldTerm[], now: Date, zone: string): boolean =>
  terms.some((term) => membershipStatus(term, now, zone) !== 'expired');
