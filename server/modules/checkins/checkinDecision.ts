import { packToUse } from '#domain/contact-memberships/visitPacks.ts';
import { membershipStatus } from '#domain/contact-memberships/membershipStatus.ts';
import type { MembershipTerm, StoredTerm } from '#domain/contact-memberships/membershipStatus.ts';

export const denials = {
  noMembership: 'No membership found for this contact',
  otherLocation: 'Membership is not valid at this location',
  suspended: 'Membership access is suspended',
  notStarted: 'Membership has not started yet',
  expired: 'Membership has expired',
  noVisits: 'Membership has no visits left',
} as const;
type DenialMessage = (typeof denials)[keyof typeof denials];

type CheckinDecision<Held = CheckinMembership> =
  | { readonly granted: true; readonly by: Held }
  | { readonly granted: false; readonly message: DenialMessage };

/** `locationId` null: valid at every location of the company. */
export interface CheckinMembership extends MembershipTerm {
  readonly locationId: string | null;
}

export interface StoredMembership extends CheckinMembership, StoredTerm {
  readonly id: string;
  readonly visitsLeft: number | null;
  readonly cancelsOn: string | null;
}

const denied = (message: DenialMessage) => ({ granted: false, message }) as const;

/** A membership without a limit on visits lets the person in first, then the pack that ends first. */
export function checkinDecision<Held extends CheckinMembership>(
  memberships: readonly Held[],
  location: { readonly id: string; readonly zone: string },
  now: Date,
): CheckinDecision<Held> {
  if (memberships.length === 0) return denied(denials.noMembership);
  const valid = ({ locationId }: CheckinMembership) => locationId === null || locationId === location.id;
  const statuses = memberships.map((membership) => membershipStatus(membership, now, location.zone));
  const open = memberships.filter((membership, index) => statuses[index] === 'active' && valid(membership));
  const by = open.find((membership) => !isPack(membership)) ?? packToUse(open);
  if (by) return { granted: true, by };
  if (statuses.includes('active')) return denied(denials.otherLocation);
  if (statuses.includes('suspended')) return denied(denials.suspended);
  if (statuses.includes('pending')) return denied(denials.notStarted);
  const isUsedUp = memberships.some(
    (membership) =>
      membership.visitsLeft === 0 &&
      membershipStatus({ ...membership, visitsLeft: null }, now, location.zone) === 'active',
  );
  return denied(isUsedUp ? denials.noVisits : denials.expired);
}

export const isPack = ({ visitsLeft }: CheckinMembership): boolean => typeof visitsLeft === 'number';
