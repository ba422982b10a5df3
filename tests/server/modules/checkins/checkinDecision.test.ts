import { expect, test } from 'vitest';
import { reasonTexts } from '#domain/checkins/reasons.ts';
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
const pack = { ...here, endDate: '2026-04-30', visitsLeft: 3 };
const usedUp = { ...pack, visitsLeft: 0 };

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
  ['a pack with visits', [pack], 'granted'],
  ['a pack that is used up', [usedUp], 'Membership has no visits left'],
  ['a used-up pack that has ended anyway', [{ ...usedUp, endDate: '2026-03-09' }], 'Membership has expired'],
  ['a used-up pack without access', [{ ...usedUp, accessEnabled: false }], 'Membership has expired'],
  ['not started comes before used up', [usedUp, pending], 'Membership has not started yet'],
  ['used up comes before expired', [expired, usedUp], 'Membership has no visits left'],
] as [string, CheckinMembership[], string][])('a check-in with %s', (_case, membership, expected) => {
  const decision = checkinDecision(membership, denver, now);
  expect(decision.granted ? 'granted' : reasonTexts[decision.code]).toBe(expected);
});

const sooner = { ...pack, endDate: '2026-03-31' };
test.each([
  ['a membership without a limit', [sooner, here, pack], here],
  ['the pack that ends first', [pack, sooner], sooner],
  [
    'the pack that is canceled first',
    [sooner, { ...pack, cancelsOn: '2026-03-15' }],
    { ...pack, cancelsOn: '2026-03-15' },
  ],
  ['a pack that has begun', [{ ...pack, endDate: null }, pack], pack],
  ['a pack with visits', [{ ...sooner, visitsLeft: 0 }, pack], pack],
  ['a pack that is valid here', [{ ...sooner, locationId: 'chicago' }, pack], pack],
] as [string, CheckinMembership[], CheckinMembership][])('the visit is taken from %s', (_case, held, by) => {
  expect(checkinDecision(held, denver, now)).toEqual({ granted: true, by });
});
