import type { ContactMembership, MembershipFreeze } from '#domain/contact-memberships/contract.ts';
import type { RenewalStop } from '#domain/contact-memberships/cardRetries.ts';
import { todayIn, type CalendarDate } from '#domain/shared/dates.ts';
import { dayText } from '#domain/shared/dateText.ts';
import type { PlanType } from '#domain/memberships/membershipPlan.ts';
import { visitsLeftText } from '#domain/contact-memberships/visitPacks.ts';
import { membershipStatus } from '#domain/contact-memberships/membershipStatus.ts';
import { expiredCardText, type SavedCard } from '#domain/stripe/savedCard.ts';
import { useLocationScope, useMayAt, type RecordPlace } from '#src/location-scope/useLocationScope.ts';
import { membershipStatusBadge, type Severity } from '#src/ui/statuses.ts';
import { useNow } from '#src/ui/time.ts';

const renewalStopTexts: Record<RenewalStop, string> = { card_declined: 'Renewal stopped: card declined' };

export const currentFreeze = (
  { freezes }: Pick<ContactMembership, 'freezes'>,
  today: CalendarDate,
): MembershipFreeze | undefined =>
  freezes.find(({ from, until }) => from <= today && (until === null || until >= today));

export const plannedFreeze = (
  { freezes }: Pick<ContactMembership, 'freezes'>,
  today: CalendarDate,
): MembershipFreeze | undefined =>
  freezes.filter(({ from }) => from > today).toSorted((a, b) => a.from.localeCompare(b.from))[0];

/** Canceled with access ended at once, which can be undone on the same day. */
export const isCanceledToday = (membership: ContactMembership, today: CalendarDate): boolean =>
  membership.cancelsOn === today && !membership.accessEnabled && !currentFreeze(membership, today);

/** What the badge does not say: 'Frozen since Nov 20' of an open freeze, 'Cancels on Nov 30', 'Changes to Gold on Dec 1', 'Renews manually on Nov 30'. */
export function membershipNotes(
  membership: ContactMembership & { savedCard?: SavedCard | null | undefined },
  today: CalendarDate,
): string[] {
  const { membershipId, cancelsOn, plannedChange, renewalStopped, renewsBy, nextRenewalOn, savedCard } = membership;
  const [frozen, planned] = [currentFreeze(membership, today), plannedFreeze(membership, today)];
  const day = (date: CalendarDate) => dayText(date, today);
  const isAhead = cancelsOn !== null && cancelsOn >= today && !isCanceledToday(membership, today);
  return [
    frozen && !frozen.until && `Frozen since ${day(frozen.from)}`,
    membership.visitsLeft !== null && visitsLeftText(membership.visitsLeft),
    membership.startsWithFirstVisit && 'Begins with the first visit',
    planned && `Freezes on ${day(planned.from)}`,
    isAhead && `Cancels on ${day(cancelsOn)}`,
    renewalStopped && renewalStopTexts[renewalStopped],
    renewsBy === 'manual' && nextRenewalOn && `Renews manually on ${day(nextRenewalOn)}`,
    renewsBy === 'card' && nextRenewalOn && savedCard && expiredCardText(savedCard, nextRenewalOn, today),
    plannedChange &&
      `Changes to ${plannedChange.membershipId === membershipId ? 'the new price' : plannedChange.name} ${plannedChange.on ? `on ${day(plannedChange.on)}` : 'with the renewal after the freeze'}`,
  ].filter((note) => typeof note === 'string');
}

/** Nothing of it comes any more: access, renewals, payments. */
export const hasCancellationTakenEffect = (membership: ContactMembership, today: CalendarDate): boolean =>
  membership.cancelsOn !== null && (membership.cancelsOn < today || isCanceledToday(membership, today));

/** The badge: the derived status, or 'Cancelled' once a cancellation has taken effect. */
export function membershipBadge(
  membership: ContactMembership,
  now: Date,
  zone: string,
): { severity: Severity; label: string } {
  const today = todayIn(zone, now);
  if (hasCancellationTakenEffect(membership, today)) return { severity: 'neutral', label: 'Cancelled' };
  const status = membershipStatus(membership, now, zone);
  return membershipStatusBadge({ ...membership, status }, today);
}

/** The time zone of the membership's location, else of the selected one. */
export const useMembershipClock = ({ locationId }: ContactMembership) => {
  const { selected, locations } = useLocationScope();
  const zone = (locations.find(({ id }) => id === locationId) ?? selected)?.timezone ?? 'UTC';
  const now = useNow();
  return { zone, now, today: todayIn(zone, now) };
};

/** The level counts at the membership's location, or anywhere in its company. */
export const useMembershipPlace = ({ locationId }: ContactMembership): RecordPlace => ({
  locationId,
  companyId: useLocationScope().selected?.companyId,
});

/** `manage` is what only managers may do. */
export const useMayDo = (membership: ContactMembership, what: 'change' | 'manage'): boolean =>
  useMayAt(useMembershipPlace(membership), `contact-memberships:${what}`);

export const typeLabels: Record<PlanType, string> = { no_contract: 'No Contract', contract: 'Contract' };
