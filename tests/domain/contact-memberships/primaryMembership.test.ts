import { describe, expect, test } from 'vitest';
import {
  primaryMembership,
  isRepeatedVisit,
  membershipSummaryText,
  type LocatedTerm,
} from '#domain/contact-memberships/primaryMembership.ts';

const zone = 'America/Denver';
const now = new Date('2026-03-10T18:00:00Z');
const here = { id: 'here', zone };
const running: LocatedTerm & { autoRenew: boolean; hasOpenFreeze: boolean } = {
  accessEnabled: true,
  startDate: '2026-01-01',
  endDate: null,
  contractEndDate: null,
  autoRenew: false,
  hasOpenFreeze: false,
  locationId: null,
};
const suspended = { ...running, accessEnabled: false };
const pending = { ...running, startDate: '2026-03-11' };
const expired = { ...running, endDate: '2026-03-09' };
const packs = [
  { ...running, endDate: '2026-06-30', visitsLeft: 3 },
  { ...running, endDate: '2026-04-30', visitsLeft: 1 },
] as const;
const elsewhere = { ...running, locationId: 'there' };

describe('the best of all memberships', () => {
  test.each([
    ['active before suspended', [suspended, running], running],
    ['here before elsewhere', [elsewhere, running], running],
    ['active elsewhere before suspended here, as at check-in', [suspended, elsewhere], elsewhere],
    ['suspended before pending', [pending, suspended], suspended],
    ['pending before expired', [expired, pending], pending],
    [
      'of equals the one that lasts longest',
      [
        { ...running, endDate: '2026-04-01' },
        { ...running, endDate: '2026-05-01' },
      ],
      { ...running, endDate: '2026-05-01' },
    ],
    [
      'a membership without a limit before a pack',
      [packs[0], { ...running, endDate: '2026-03-11' }],
      { ...running, endDate: '2026-03-11' },
    ],
    ['of packs the one that is used first', [packs[0], packs[1]], packs[1]],
    ['a pack with visits before one that is used up', [{ ...packs[1], visitsLeft: 0 }, packs[0]], packs[0]],
    ['no end lasts longest', [{ ...running, endDate: '2027-04-01' }, running], running],
  ] as [string, LocatedTerm[], LocatedTerm][])('%s', (_case, held, best) =>
    expect(primaryMembership(held, here, now)?.term).toEqual(best),
  );

  test('none is null', () => expect(primaryMembership([], here, now)).toBeNull());
  test('a membership of another location is shown as not valid here', () =>
    expect(primaryMembership([elsewhere], here, now)).toMatchObject({ status: 'active', isValidHere: false }));
});

describe('the end in words', () => {
  test.each([
    ['no end', running, 'active', ''],
    ['in some days', { ...running, endDate: '2026-03-15' }, 'active', 'ends in 5 days'],
    ['today', { ...running, endDate: '2026-03-10' }, 'active', 'ends today'],
    ['tomorrow', { ...running, endDate: '2026-03-11' }, 'active', 'ends tomorrow'],
    ['far away', { ...running, endDate: '2026-12-31' }, 'active', 'ends Dec 31, 2026'],
    [
      'the earlier of two ends',
      { ...running, endDate: '2026-12-31', contractEndDate: '2026-03-15' },
      'active',
      'ends in 5 days',
    ],
    [
      'a renewal falls on the last paid day, on which it is billed',
      { ...running, endDate: '2026-03-14', autoRenew: true },
      'active',
      'renews in 4 days',
    ],
    ['a renewal on its day', { ...running, endDate: '2026-03-10', autoRenew: true }, 'active', 'renews today'],
    [
      'a contract that ends first does not renew',
      { ...running, endDate: '2026-12-31', contractEndDate: '2026-03-15', autoRenew: true },
      'active',
      'ends in 5 days',
    ],
    [
      'an open freeze moves a renewal to a day that nobody knows',
      { ...running, endDate: '2026-03-14', autoRenew: true, hasOpenFreeze: true },
      'active',
      'renews after the freeze',
    ],
    [
      'an open freeze moves an end',
      { ...packs[0], endDate: '2026-03-14', hasOpenFreeze: true },
      'active',
      '3 visits left, ends after the freeze',
    ],
    ['not begun', { ...running, startDate: '2026-03-12' }, 'pending', 'starts in 2 days'],
    ['over', { ...running, endDate: '2026-03-09' }, 'expired', 'ended yesterday'],
    ['long over', { ...running, endDate: '2025-03-09' }, 'expired', 'ended Mar 9, 2025'],
    ['a pack', packs[0], 'active', '3 visits left, ends Jun 30, 2026'],
    ['a pack that waits for its first visit', { ...packs[0], endDate: null }, 'active', '3 visits left'],
    ['a pack that is used up', { ...packs[0], visitsLeft: 0 }, 'expired', 'no visits left'],
    ['suspended', suspended, 'suspended', ''],
  ] as const)('%s', (_case, term, status, text) => expect(membershipSummaryText(term, status, zone, now)).toBe(text));

  test('the day is the location’s own', () => {
    const lateEvening = new Date('2026-03-11T05:59:00Z');
    expect(membershipSummaryText({ ...running, endDate: '2026-03-10' }, 'active', zone, lateEvening)).toBe(
      'ends today',
    );
  });
});

test.each([
  ['a minute ago', '2026-03-10T17:59:00Z', 120, true],
  ['two hours ago', '2026-03-10T16:00:00Z', 120, true],
  ['longer ago', '2026-03-10T15:59:59Z', 120, false],
  ['longer ago', '2026-03-10T15:59:59Z', 121, true],
  ['this moment', '2026-03-10T18:00:00Z', 0, false],
])('a visit %s (%s) with %i minutes: the same one is %s', (_case, visit, minutes, repeated) =>
  expect(isRepeatedVisit(new Date(visit), now, minutes)).toBe(repeated),
);
