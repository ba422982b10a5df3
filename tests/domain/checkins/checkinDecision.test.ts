import { expect, test } from 'vitest';
import { reasonTexts } from '#domain/checkins/reasons.ts';
import { checkinDecision, entryDecision, type CheckinMembership } from '#domain/checkins/checkinDecision.ts';

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

const afternoon = { weekdays: [2], from: 13 * 60, to: 16 * 60 };
const limited = { ...here, visitsPerDay: 1, visitsToday: 1 };
const pastDue = { ...here, endDate: '2026-03-08', graceUntil: '2026-03-12' };
const unpaid = { ...here, endDate: '2026-03-01', graceUntil: '2026-03-04' };

/** At noon on a Tuesday in Denver. */
test.each([
  ['outside its hours', [{ ...here, hours: [afternoon] }], 'outside_hours'],
  ['within them', [{ ...here, hours: [{ ...afternoon, from: 11 * 60 }] }], 'granted'],
  ['hours here come after the location', [{ ...elsewhere, hours: [afternoon] }], 'wrong_location'],
  ['one outside its hours and one elsewhere', [elsewhere, { ...here, hours: [afternoon] }], 'outside_hours'],
  ['one outside its hours and another without', [{ ...here, hours: [afternoon] }, here], 'granted'],
  ['the visits of today used', [limited], 'daily_limit'],
  ['a visit of today left', [{ ...limited, visitsPerDay: 2 }], 'granted'],
  ['the visits of today used, and a pack', [limited, pack], 'granted'],
  ['the visits of today used, another outside its hours', [limited, { ...here, hours: [afternoon] }], 'daily_limit'],
  ['a renewal not paid within the days of grace', [pastDue], 'past_due, granted'],
  ['a renewal not paid after the days of grace', [unpaid], 'past_due'],
  ['a canceled one that was not paid', [{ ...unpaid, cancelsOn: '2026-03-02' }], 'expired'],
  ['used up comes before not paid', [unpaid, usedUp], 'no_visits'],
] as [string, CheckinMembership[], string][])('at a door: %s', (_case, memberships, expected) => {
  const visitor = { isBlocked: false, memberships, reentry: 'refuse' as const, reentryMinutes: 15 };
  const decision = entryDecision(visitor, denver, now, { isDesk: false });
  const code = decision.granted ? decision.warning : decision.code;
  expect([code, decision.granted && 'granted'].filter(Boolean).join(', ')).toBe(expected);
});

test('a blocked contact may not come in, whatever they hold, at a door and at the desk', () => {
  for (const isDesk of [true, false])
    for (const memberships of [[], [here], [expired]]) {
      const visitor = { isBlocked: true, memberships, reentry: 'off' as const, reentryMinutes: 15 };
      expect(entryDecision(visitor, denver, now, { isDesk })).toEqual({ granted: false, code: 'blocked' });
    }
});

test.each([
  ['off', false, 14, 'granted'],
  ['warn', false, 14, 'already_inside, granted'],
  ['refuse', false, 14, 'already_inside'],
  ['refuse', false, 15, 'granted'],
  ['refuse', true, 14, 'already_inside, granted'],
] as const)('pass sharing %s, at the desk %s, %s minutes later: %s', (reentry, isDesk, minutes, expected) => {
  const cameInAt = new Date(now.getTime() - minutes * 60_000);
  const visitor = { isBlocked: false, memberships: [here], cameInAt, reentry, reentryMinutes: 15 };
  const decision = entryDecision(visitor, denver, now, { isDesk });
  const code = decision.granted ? decision.warning : decision.code;
  expect([code, decision.granted && 'granted'].filter(Boolean).join(', ')).toBe(expected);
  expect(entryDecision({ ...visitor, cameInAt: null }, denver, now, { isDesk }).granted).toBe(true);
});

test('a membership without a limit a day comes before one with it', () => {
  const counted = { ...here, visitsPerDay: 3, visitsToday: 0 };
  expect(checkinDecision([counted, here], denver, now)).toEqual({ granted: true, by: here });
});
