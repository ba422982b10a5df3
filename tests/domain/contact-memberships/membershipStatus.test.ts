import { describe, expect, test } from 'vitest';
import {
  isPastDue,
  membershipStatus,
  termOn,
  type MembershipTerm,
  type StoredTerm,
} from '#domain/contact-memberships/membershipStatus.ts';

const zone = 'America/Denver';
const now = new Date('2026-03-10T18:00:00Z');
const running: MembershipTerm = { accessEnabled: true, startDate: '2026-01-01', endDate: null, contractEndDate: null };

describe('Membership status on a contact', () => {
  test.each([
    ['no end date is active', {}, 'active'],
    [
      'access not enabled is suspended, before all else',
      { accessEnabled: false, startDate: '2026-03-11' },
      'suspended',
    ],
    [
      'access not enabled is suspended although it has ended',
      { accessEnabled: false, endDate: '2026-01-31' },
      'suspended',
    ],
    ['a start date in the future is pending', { startDate: '2026-03-11' }, 'pending'],
    [
      'a future start is pending although an end is past',
      { startDate: '2026-03-11', endDate: '2026-03-01' },
      'pending',
    ],
    ['a start date of today has begun', { startDate: '2026-03-10' }, 'active'],
    ['an end that is exactly now has passed', { endDate: now.toISOString() }, 'expired'],
    ['an end a millisecond from now has not', { endDate: '2026-03-10T18:00:00.001Z' }, 'active'],
    ['a date-only end lasts to the end of that day', { endDate: '2026-03-10' }, 'active'],
    ['yesterday’s end date is expired', { endDate: '2026-03-09' }, 'expired'],
    [
      'a contract end date that is past is expired',
      { contractEndDate: '2026-03-09', endDate: '2026-04-01' },
      'expired',
    ],
    ['the grace period keep it active', { endDate: '2026-03-09', graceUntil: '2026-03-10' }, 'active'],
    ['after the grace period it is expired', { endDate: '2026-03-06', graceUntil: '2026-03-09' }, 'expired'],
    [
      'grace does not open what is suspended',
      { accessEnabled: false, endDate: '2026-03-09', graceUntil: '2026-03-12' },
      'suspended',
    ],
    [
      'a last day ends it within the grace',
      { endDate: '2026-03-06', graceUntil: '2026-03-12', cancelsOn: '2026-03-09' },
      'expired',
    ],
    ['both ends in the future are active', { contractEndDate: '2027-01-01', endDate: '2026-04-01' }, 'active'],
  ] as [string, Partial<MembershipTerm>, string][])('%s', (_case, change, expected) => {
    expect(membershipStatus({ ...running, ...change }, now, zone)).toBe(expected);
  });

  test('the end of the day is that of the location’s time zone', () => {
    const term = { ...running, endDate: '2026-03-10' };
    const sixInTheMorningUtc = new Date('2026-03-11T05:59:59.999Z');
    expect(membershipStatus(term, sixInTheMorningUtc, zone)).toBe('active');
    expect(membershipStatus(term, new Date('2026-03-11T06:00:00Z'), zone)).toBe('expired');
    expect(membershipStatus(term, sixInTheMorningUtc, 'Europe/London')).toBe('expired');
  });
});

test.each([
  ['the last paid day', '2026-03-09', false],
  ['the first day after it', '2026-03-10', true],
  ['the last day of grace', '2026-03-12', true],
  ['the day after', '2026-03-13', false],
])('%s is past due: %s', (_case, today, isLate) => {
  expect(isPastDue({ ...running, endDate: '2026-03-09', graceUntil: '2026-03-12' }, today)).toBe(isLate);
});

test.each([
  ['three days after the end', {}, '2026-03-12'],
  [
    'also after a freeze that ran out has moved the end',
    { freezes: [{ from: '2026-03-01', until: null, longestUntil: '2026-03-05' }] },
    '2026-03-17',
  ],
  ['none while no renewal failed', { graceDays: null }, null],
  ['none for what does not end', { endDate: null }, null],
  ['none after the last day of a cancellation', { cancelsOn: '2026-03-05' }, null],
])('grace lasts until: %s', (_case, change, until) => {
  const term = { ...running, endDate: '2026-03-09', cancelsOn: null, graceDays: 3, freezes: [], ...change };
  expect(termOn(term, '2026-03-10').graceUntil).toBe(until);
});

describe('what a membership reads as today', () => {
  const term: StoredTerm = {
    accessEnabled: true,
    startDate: '2026-11-01',
    endDate: '2026-11-30',
    contractEndDate: null,
    cancelsOn: null,
    graceDays: null,
    freezes: [],
  };
  const frozen = [{ from: '2026-11-10', until: '2026-11-16', longestUntil: '2026-11-16' }];
  test.each([
    ['runs', {}, '2026-11-15', 'active'],
    ['is frozen', { freezes: frozen }, '2026-11-16', 'suspended'],
    ['is not frozen any more', { freezes: frozen }, '2026-11-17', 'active'],
    ['has a last day', { cancelsOn: '2026-11-20' }, '2026-11-20', 'active'],
    ['is over after it', { cancelsOn: '2026-11-20' }, '2026-11-21', 'expired'],
    [
      'was canceled today with its access',
      { cancelsOn: '2026-11-20', accessEnabled: false },
      '2026-11-20',
      'suspended',
    ],
    [
      'was canceled yesterday with its access',
      { cancelsOn: '2026-11-20', accessEnabled: false },
      '2026-11-21',
      'expired',
    ],
    [
      'runs to the end that an open freeze moved',
      { freezes: [{ from: '2026-11-28', until: null, longestUntil: '2026-12-07' }] },
      '2026-12-10',
      'active',
    ],
  ] as const)('%s', (_case, change, today, status) => {
    const setClock = new Date(`${today}T19:00:00Z`);
    expect(membershipStatus(termOn({ ...term, ...change }, today), setClock, zone)).toBe(status);
  });

  test('the end date stays until the last day is past, and is that day then', () => {
    const canceled = { ...term, cancelsOn: '2026-11-20' };
    expect(['2026-11-20', '2026-11-21'].map((today) => termOn(canceled, today).endDate)).toEqual([
      '2026-11-30',
      '2026-11-20',
    ]);
  });
});
