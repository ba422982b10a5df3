import { expect, test } from 'vitest';
import { checkinDecision } from '#server/modules/checkins/checkinDecision.ts';
import type { CheckinMembership } from '#server/modules/checkins/checkinDecision.ts';

const denver = { id: 'denver', zone: 'America/Denver' };
const now = new Date('2026-03-10T18:00:00Z');
const here: CheckinMembership = {
  accessEnabled: true,
  startDate: '2026-01-01',
  endDate: null,
  contractEndDate: null,
  locationId: 'denver',
};
const elsewhere = { ...here, locationId: 'chicago' };
const suspended = { ...here, accessEnabled: false };
const pending = { ...here, startDate: '2026-03-11' };
const expired = { ...here, endDate: '2026-03-09' };

test.each([
  ['no membership at all', [], 'No membership found for this contact'],
  ['active here', [here], 'granted'],
  ['active and company-wide', [{ ...here, locationId: null }], 'granted'],
  ['one active here among all that is not', [expired, pending, suspended, elsewhere, here], 'granted'],
  [
    'active elsewhere comes before the rest',
    [expired, pending, suspended, elsewhere],
    'Membership is not valid at this location',
  ],
  ['suspended comes before not started', [expired, pending, suspended], 'Membership access is suspended'],
  ['not started comes before expired', [expired, pending], 'Membership has not started yet'],
  ['expired', [expired], 'Membership has expired'],
] as [string, CheckinMembership[], string][])('a check-in with %s', (_case, membership, expected) => {
  const decision = checkinDecision(membership, denver, now);
  expect(decision.granted ? 'granted' : decision.message).toBe(expected);
});
