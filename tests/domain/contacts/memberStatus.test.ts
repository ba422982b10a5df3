import { expect, test } from 'vitest';
import { getMemberStatuses, type MemberFacts, type MemberStatusTerm } from '#domain/contacts/memberStatus.ts';

// The evening of March 10 in Denver, where it is March 11 in UTC.
const now = new Date('2026-03-11T04:00:00Z');
const zone = 'America/Denver';
const term = (change: Partial<MemberStatusTerm> = {}): MemberStatusTerm => ({
  accessEnabled: true,
  startDate: '2026-03-01',
  endDate: null,
  contractEndDate: null,
  autoRenew: false,
  ...change,
});
const facts = (terms: MemberStatusTerm[], change: Partial<MemberFacts> = {}): MemberFacts => ({
  terms,
  lastVisit: now,
  dueCents: 0,
  ...change,
});
const daysAgo = (days: number, ms = 0) => new Date(now.getTime() - days * 86_400_000 - ms);

test.each([
  ['nothing terms', facts([]), []],
  ['a membership without an end', facts([term()]), ['active']],
  ['the last day is today', facts([term({ endDate: '2026-03-10' })]), ['active', 'ending_soon']],
  ['the last day was yesterday', facts([term({ endDate: '2026-03-09' })]), []],
  ['the last day is in seven days', facts([term({ endDate: '2026-03-17' })]), ['active', 'ending_soon']],
  ['the last day is in eight days', facts([term({ endDate: '2026-03-18' })]), ['active']],
  ['it renews', facts([term({ endDate: '2026-03-12', autoRenew: true })]), ['active']],
  [
    'it renews, but its contract ends',
    facts([term({ endDate: '2026-03-12', contractEndDate: '2026-03-12', autoRenew: true })]),
    ['active', 'ending_soon'],
  ],
  [
    'it renews, and changes its plan at the end of its contract',
    facts([term({ endDate: '2026-03-12', contractEndDate: '2026-03-12', autoRenew: true, changesPlan: true })]),
    ['active'],
  ],
  [
    'it renews within a longer contract',
    facts([term({ endDate: '2026-03-12', contractEndDate: '2026-09-12', autoRenew: true })]),
    ['active'],
  ],
  [
    'it renews, but is canceled',
    facts([term({ endDate: '2026-03-12', cancelsOn: '2026-03-12', autoRenew: true })]),
    ['active', 'ending_soon'],
  ],
  [
    'it renews, and is canceled for later',
    facts([term({ endDate: '2026-03-12', cancelsOn: '2026-04-12', autoRenew: true })]),
    ['active'],
  ],
  ['it was canceled', facts([term({ cancelsOn: '2026-03-09', accessEnabled: false })]), []],
  [
    'another follows',
    facts([term({ endDate: '2026-03-12' }), term({ startDate: '2026-03-13', endDate: '2026-04-12' })]),
    ['active'],
  ],
  ['another is terms for longer', facts([term({ endDate: '2026-03-12' }), term()]), ['active']],
  ['only pending', facts([term({ startDate: '2026-03-11', endDate: '2026-03-12' })]), []],
  ['suspended', facts([term({ accessEnabled: false, endDate: '2026-03-01' })]), ['suspended']],
  ['suspended, and another is active', facts([term({ accessEnabled: false }), term()]), ['active']],
  ['one cent is owed', facts([], { dueCents: 1 }), ['owing']],
  ['seen 30 days ago', facts([term({ startDate: '2026-01-01' })], { lastVisit: daysAgo(30) }), ['active', 'not_seen']],
  ['seen a moment later', facts([term({ startDate: '2026-01-01' })], { lastVisit: daysAgo(30, -1) }), ['active']],
  [
    'never seen, a member for 30 days',
    facts([term({ startDate: '2026-02-08' })], { lastVisit: null }),
    ['active', 'not_seen'],
  ],
  ['never seen, a member for 29 days', facts([term({ startDate: '2026-02-09' })], { lastVisit: null }), ['active']],
  [
    'not seen, and not active',
    facts([term({ startDate: '2025-01-01', endDate: '2025-12-31' })], { lastVisit: daysAgo(100) }),
    [],
  ],
] as const)('how a contact stands: %s', (_case, member, expected) => {
  expect(getMemberStatuses(member, zone, now)).toEqual(expected);
});
