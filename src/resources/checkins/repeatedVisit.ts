import type { MemberSummary } from '#domain/contacts/memberSummaryContract.ts';
import { isRepeatedVisit } from '#domain/contact-memberships/primaryMembership.ts';
import { agoText } from '#src/ui/agoText.ts';

/** 'Already checked in 25 minutes ago at Iron Peak Denver'; null if a check-in now is a visit of its own. */
export const repeatedVisitText = (
  { lastVisit, repeatMinutes }: Pick<MemberSummary, 'lastVisit' | 'repeatMinutes'>,
  now: Date,
  timezone: string,
): string | null =>
  lastVisit && isRepeatedVisit(new Date(lastVisit.checkinTime), now, repeatMinutes)
    ? `Already checked in ${agoText(lastVisit.checkinTime, now, timezone)} at ${lastVisit.locationName}`
    : null;
