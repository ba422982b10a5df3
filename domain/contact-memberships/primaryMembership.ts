import { daysBetween, dayIn, todayIn } from '#domain/shared/dates.ts';
import { shortDate } from '#domain/shared/dateText.ts';
import { visitsLeftText } from './visitPacks.ts';
import {
  isPastDue,
  lastDayBeforeGrace,
  membershipStatus,
  type MembershipTerm,
  type MembershipStatus,
} from './membershipStatus.ts';

/** A contact's membership. `locationId` null: valid at every location of the company. */
export interface LocatedTerm extends MembershipTerm {
  readonly locationId: string | null;
}

export interface PrimaryMembership<Term> {
  readonly term: Term;
  readonly status: MembershipStatus;
  readonly isValidHere: boolean;
}

/** The order in which check-in considers them, so that the member status never promises access that check-in then denies. */
const order: readonly MembershipStatus[] = ['active', 'suspended', 'pending', 'expired'];

/**
 * The contact's most relevant membership at this location: best status first, then the latest end. Active packs come after active
 * memberships without a limit on visits, and the one that ends first before the others, as at check-in.
 */
export function primaryMembership<Term extends LocatedTerm>(
  terms: readonly Term[],
  location: { readonly id: string; readonly zone: string },
  now: Date,
): PrimaryMembership<Term> | null {
  const weighed = terms.map((term): PrimaryMembership<Term> => ({
    term,
    status: membershipStatus(term, now, location.zone),
    isValidHere: term.locationId === null || term.locationId === location.id,
  }));
  const rank = ({ status, isValidHere }: PrimaryMembership<Term>) => order.indexOf(status) * 2 + (isValidHere ? 0 : 1);
  const end = ({ term }: PrimaryMembership<Term>) => lastDayBeforeGrace(term) ?? '9999-12-31';
  const isOpenPack = ({ term, status }: PrimaryMembership<Term>) =>
    status === 'active' && typeof term.visitsLeft === 'number';
  const byPack = (a: PrimaryMembership<Term>, b: PrimaryMembership<Term>) =>
    Number(isOpenPack(a)) - Number(isOpenPack(b)) || (isOpenPack(a) ? end(a).localeCompare(end(b)) : 0);
  return weighed.toSorted((a, b) => rank(a) - rank(b) || byPack(a, b) || end(b).localeCompare(end(a)))[0] ?? null;
}

interface Renewing extends MembershipTerm {
  readonly autoRenew: boolean;
  /** Leaves the end of the paid days open. */
  readonly hasOpenFreeze: boolean;
}

/** 'ends in 5 days', 'renews tomorrow', 'starts Jan 5, 2027', 'ended 3 days ago', 'paid through yesterday', '3 visits left, ends in 5 days', 'renews after the freeze'; empty where there is no such day. */
export function membershipSummaryText(term: Renewing, status: MembershipStatus, zone: string, now: Date): string {
  if (status === 'suspended') return '';
  const today = todayIn(zone, now);
  if (status === 'pending') return `starts ${relativeDay(today, toDay(term.startDate, zone))}`;
  if (term.visitsLeft === 0) return 'no visits left';
  return [visitsLeftText(term.visitsLeft), endText(term, status, zone, today)].filter(Boolean).join(', ');
}

function endText(term: Renewing, status: MembershipStatus, zone: string, today: string): string {
  const last = lastDayBeforeGrace(term);
  if (!last) return '';
  const day = toDay(last, zone);
  if (status === 'expired') return `ended ${relativeDay(today, day)}`;
  if (isPastDue(term, today)) return `paid through ${relativeDay(today, day)}`;
  const when = term.hasOpenFreeze ? 'after the freeze' : relativeDay(today, day);
  return term.autoRenew && term.endDate === last ? `renews ${when}` : `ends ${when}`;
}

/** Up to this many days are shown as a count; beyond that, as a date. */
const countedDays = 60;

function relativeDay(today: string, day: string): string {
  const days = daysBetween(today, day);
  if (days === 0) return 'today';
  if (days === 1) return 'tomorrow';
  if (days === -1) return 'yesterday';
  if (Math.abs(days) > countedDays) return shortDate(day, 'UTC');
  return days > 0 ? `in ${days} days` : `${-days} days ago`;
}

const toDay = (date: string, zone: string) => (date.length === 10 ? date : dayIn(zone, new Date(date)));

/** The minutes come from the company's settings. With 0 no visit is a repeated one. */
export const isRepeatedVisit = (visit: Date, now: Date, repeatMinutes: number): boolean =>
  repeatMinutes > 0 && Math.abs(now.getTime() - visit.getTime()) <= repeatMinutes * 60_000;
