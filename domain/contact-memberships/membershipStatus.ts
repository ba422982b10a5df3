import { graceUntil } from './billingPeriods.ts';
import { hasBegun, hasPassed, type CalendarDate } from '#domain/shared/dates.ts';
import { freezeOn, settledTerm, type Freeze } from './freezes.ts';

export const membershipStatuses = ['active', 'pending', 'suspended', 'expired'] as const;
export type MembershipStatus = (typeof membershipStatuses)[number];

export interface MembershipTerm {
  readonly accessEnabled: boolean;
  readonly startDate: string;
  readonly endDate: string | null;
  readonly contractEndDate: string | null;
  /** The last day of a canceled membership. */
  readonly cancelsOn?: string | null;
  /** The last day of grace after the paid period; null while no renewal failed. */
  readonly graceUntil?: string | null;
  /** For visit packs. Null or absent means no limit. */
  readonly visitsLeft?: number | null;
}

/** The first matching line wins. An end that is exactly now has passed. A bare date lasts its whole day in `zone`. */
export function membershipStatus(term: MembershipTerm, now: Date, zone: string): MembershipStatus {
  if (term.cancelsOn && hasPassed(zone, term.cancelsOn, now)) return 'expired';
  if (term.visitsLeft === 0) return 'expired';
  if (!term.accessEnabled) return 'suspended';
  if (!hasBegun(zone, term.startDate, now)) return 'pending';
  const ends = term.graceUntil ? [term.graceUntil] : getEnds(term);
  return ends.some((end) => hasPassed(zone, end, now)) ? 'expired' : 'active';
}

/** The last day with access, as far as it is known. */
export const lastDayOfAccess = (term: MembershipTerm): string | null => term.graceUntil ?? lastDayBeforeGrace(term);

/** The earlier of the two ends. A grace period may follow. */
export const lastDayBeforeGrace = (term: MembershipTerm): string | null => getEnds(term).toSorted()[0] ?? null;

const getEnds = ({ endDate, contractEndDate }: MembershipTerm) =>
  [endDate, contractEndDate].filter((end) => end !== null);

/** The paid days are over, and the grace period is not. */
export const isPastDue = (term: MembershipTerm, today: CalendarDate): boolean =>
  term.endDate !== null && term.endDate < today && Boolean(term.graceUntil && term.graceUntil >= today);

/** A term as it was agreed, with what may change it automatically. */
export interface StoredTerm extends MembershipTerm {
  readonly cancelsOn: CalendarDate | null;
  /** Set when the renewal failed, or waits to be paid by hand. */
  readonly graceDays: number | null;
  /** Set for a membership that renews while its next period is not billed. */
  readonly unbilledGrace?: number | null;
  readonly freezes: readonly Freeze[];
}

/**
 * The term as it reads today: without access while it is frozen, its ends moved by a freeze that has run out, and ended on
 * its last day once that has passed.
 */
export function termOn<T extends StoredTerm>(term: T, today: CalendarDate): T {
  const { cancelsOn, ...settled } = settledTerm(term, today);
  const { accessEnabled, endDate } = settled;
  const isOverdue = endDate !== null && endDate < today;
  const graceDays = settled.graceDays ?? (isOverdue ? settled.unbilledGrace : null) ?? null;
  const isOver = cancelsOn !== null && cancelsOn < today && accessEnabled && (endDate === null || endDate > cancelsOn);
  return {
    ...term,
    ...settled,
    endDate: isOver ? cancelsOn : endDate,
    graceUntil: isOver || endDate === null || graceDays === null ? null : graceUntil(endDate, graceDays),
    accessEnabled: accessEnabled && freezeOn(settled.freezes, today) === undefined,
  };
}
