import { membershipStatus } from '#domain/contact-memberships/membershipStatus.ts';
import type { MembershipTerm, StoredTerm } from '#domain/contact-memberships/membershipStatus.ts';

export const denials = {
  noMembership: 'No membership found for this contact',
  otherLocation: 'Membership is not valid at this location',
  suspended: 'Membership access is suspended',
  notStarted: 'Membership has not started yet',
  expired: 'Membership has expired',
} as const;
type DenialMessage = (typeof denials)[keyof typeof denials];

type CheckinDecision = { readonly granted: true } | { readonly granted: false; readonly message: DenialMessage };

/** `locationId` null: valid at every location of the company. */
export interface CheckinMembership extends MembershipTerm {
  readonly locationId: string | null;
}

export type StoredMembership = CheckinMembership & StoredTerm;

const denied = (message: DenialMessage): CheckinDecision => ({ granted: false, message });

export function checkinDecision(
  memberships: readonly CheckinMembership[],
  location: { readonly id: string; readonly zone: string },
  now: Date,
): CheckinDecision {
  if (memberships.length === 0) return denied(denials.noMembership);
  const valid = ({ locationId }: CheckinMembership) => locationId === null || locationId === location.id;
  const statuses = memberships.map((membership) => membershipStatus(membership, now, location.zone));
  if (memberships.some((membership, index) => statuses[index] === 'active' && valid(membership)))
    return { granted: true };
  if (statuses.includes('active')) return denied(denials.otherLocation);
  if (statuses.includes('suspended')) return denied(denials.suspended);
  if (statuses.includes('pending')) return denied(denials.notStarted);
  return denied(denials.expired);
}
