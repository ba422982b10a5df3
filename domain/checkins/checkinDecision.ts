import type { ReasonCode } from '#domain/checkins/reasons.ts';
import { packToUse } from '#domain/contact-memberships/visitPacks.ts';
import {
  isPastDue,
  membershipStatus,
  type MembershipTerm,
  type StoredTerm,
} from '#domain/contact-memberships/membershipStatus.ts';
import { isWithinHours, type AccessHours } from '#domain/doors/accessHours.ts';
import type { Reentry } from '#domain/settings/companySettings.ts';
import { todayIn } from '#domain/shared/dates.ts';

type CheckinDecision<Held = CheckinMembership> =
  | { readonly granted: true; readonly by: Held; readonly warning?: ReasonCode }
  | { readonly granted: false; readonly code: ReasonCode };

/** `locationId` null: valid at every location of the company. */
export interface CheckinMembership extends MembershipTerm {
  readonly locationId: string | null;
  /** The plan's hours. Without any it lets in at any time. */
  readonly hours?: readonly AccessHours[];
  /** The plan's limit. Null means any number. */
  readonly visitsPerDay?: number | null;
  /** Counts without the visit that is being decided. */
  readonly visitsToday?: number;
}

export interface StoredMembership extends CheckinMembership, StoredTerm {
  readonly id: string;
  readonly visitsLeft: number | null;
  readonly cancelsOn: string | null;
  readonly hours: readonly AccessHours[];
  readonly visitsPerDay: number | null;
}

/** Somebody at a door or at the desk. */
interface Visitor<Held> {
  readonly isBlocked: boolean;
  readonly memberships: readonly Held[];
  /** Null once they have gone out by a door. */
  readonly cameInAt?: Date | null;
  readonly reentry: Reentry;
  readonly reentryMinutes: number;
}

interface Place {
  readonly id: string;
  readonly zone: string;
}

const denied = (code: ReasonCode) => ({ granted: false, code }) as const;

/** Blocked people never get in, whatever they hold. Only a door refuses whoever is inside already, and only if the settings say so. */
export function entryDecision<Held extends CheckinMembership>(
  { isBlocked, memberships, cameInAt, reentry, reentryMinutes }: Visitor<Held>,
  place: Place,
  now: Date,
  { isDesk }: { readonly isDesk: boolean },
): CheckinDecision<Held> {
  if (isBlocked) return denied('blocked');
  const decision = checkinDecision(memberships, place, now);
  if (!decision.granted) return decision;
  const minutes = cameInAt ? (now.getTime() - cameInAt.getTime()) / 60_000 : Infinity;
  const isInside = reentry !== 'off' && minutes < reentryMinutes;
  if (isInside && reentry === 'refuse' && !isDesk) return denied('already_inside');
  if (isPastDue(decision.by, todayIn(place.zone, now))) return { ...decision, warning: 'past_due' };
  return isInside ? { ...decision, warning: 'already_inside' } : decision;
}

/**
 * The best membership decides: active here and now, with visits left today. One without a limit on visits comes first, then the
 * pack that ends first.
 */
export function checkinDecision<Held extends CheckinMembership>(
  memberships: readonly Held[],
  place: Place,
  now: Date,
): CheckinDecision<Held> {
  if (memberships.length === 0) return denied('no_membership');
  const statuses = memberships.map((membership) => membershipStatus(membership, now, place.zone));
  const here = memberships.filter(
    ({ locationId }, index) => statuses[index] === 'active' && (locationId === null || locationId === place.id),
  );
  const inHours = here.filter(({ hours = [] }) => isWithinHours(hours, place.zone, now));
  const open = inHours.filter(
    ({ visitsPerDay, visitsToday = 0 }) => typeof visitsPerDay !== 'number' || visitsToday < visitsPerDay,
  );
  const withoutLimit = open.filter((membership) => !isPack(membership));
  const by =
    withoutLimit.find(({ visitsPerDay }) => typeof visitsPerDay !== 'number') ?? withoutLimit[0] ?? packToUse(open);
  if (by) return { granted: true, by };
  if (inHours.length > 0) return denied('daily_limit');
  if (here.length > 0) return denied('outside_hours');
  if (statuses.includes('active')) return denied('wrong_location');
  if (statuses.includes('suspended')) return denied('suspended');
  if (statuses.includes('pending')) return denied('not_started');
  const isUsedUp = memberships.some(
    (membership) =>
      membership.visitsLeft === 0 &&
      membershipStatus({ ...membership, visitsLeft: null }, now, place.zone) === 'active',
  );
  if (isUsedUp) return denied('no_visits');
  return denied(memberships.some((term) => isUnpaid(term, todayIn(place.zone, now))) ? 'past_due' : 'expired');
}

/** Expired because a renewal was not paid within the grace period. */
const isUnpaid = ({ graceUntil, cancelsOn, accessEnabled }: CheckinMembership, today: string): boolean =>
  accessEnabled && Boolean(graceUntil && graceUntil < today) && !(cancelsOn && cancelsOn < today);

export const isPack = ({ visitsLeft }: CheckinMembership): boolean => typeof visitsLeft === 'number';
