import { dayMs } from '#domain/shared/zones.ts';
import { addDays, todayIn } from '#domain/shared/dates.ts';
import { endingSoonDays, notSeenDays } from '#domain/shared/limits.ts';
import { membershipStatus, type MembershipTerm } from '#domain/contact-memberships/membershipStatus.ts';

/** The filters of the list of contacts. */
export const memberStatuses = ['active', 'ending_soon', 'suspended', 'owing', 'not_seen'] as const;
export type MemberStatus = (typeof memberStatuses)[number];

export interface MemberStatusTerm extends MembershipTerm {
  readonly autoRenew: boolean;
  /** To another plan with its next renewal, which goes on after a contract. */
  readonly changesPlan?: boolean;
}

export interface MemberFacts {
  readonly terms: readonly MemberStatusTerm[];
  /** The last visit that was granted. */
  readonly lastVisit: Date | null;
  readonly dueCents: number;
}

/** All member statuses of a contact, whose terms read as they do today (`termOn`). `memberStatusFilter.ts` on the server is the same in SQL; `generatedMemberStatuses.test.ts` compares the two. */
export function getMemberStatuses(
  { terms, lastVisit, dueCents }: MemberFacts,
  zone: string,
  now: Date,
): MemberStatus[] {
  const statuses = terms.map((term) => membershipStatus(term, now, zone));
  const isActive = statuses.includes('active');
  const applies: Record<MemberStatus, boolean> = {
    active: isActive,
    ending_soon:
      isActive &&
      !lastsBeyondSoon(
        terms.filter((_term, index) => isActiveOrPending(statuses[index])),
        zone,
        now,
      ),
    suspended: !isActive && statuses.includes('suspended'),
    owing: dueCents > 0,
    not_seen: isActive && isAbsent(terms, lastVisit, zone, now),
  };
  return memberStatuses.filter((one) => applies[one]);
}

const isActiveOrPending = (status: string | undefined) => status === 'active' || status === 'pending';

/** A membership that renews lasts until the end of its contract, unless its plan changes then, or its cancellation. */
function lastsBeyondSoon(terms: readonly MemberStatusTerm[], zone: string, now: Date): boolean {
  const horizon = addDays(todayIn(zone, now), endingSoonDays);
  return terms.some(({ autoRenew, changesPlan, endDate, contractEndDate, cancelsOn = null }) => {
    const ends = [autoRenew ? null : endDate, changesPlan ? null : contractEndDate, cancelsOn].filter(
      (end) => end !== null,
    );
    return ends.every((end) => end > horizon);
  });
}

/** Absent means a member for at least this many days without a visit in them. */
function isAbsent(terms: readonly MemberStatusTerm[], lastVisit: Date | null, zone: string, now: Date): boolean {
  const since = addDays(todayIn(zone, now), -notSeenDays);
  const isKnownLonger = terms.some(({ startDate }) => startDate <= since);
  return isKnownLonger && (lastVisit === null || now.getTime() - lastVisit.getTime() >= notSeenDays * dayMs);
}
