import { expect, test } from 'vitest';
import { closeDrawerBody, drawerMovementBody, openDrawerBody } from '#domain/drawers/contract.ts';
import {
  countDifference,
  countedCash,
  drawerStatus,
  expectedCash,
  openingDifference,
} from '#domain/drawers/cashDrawer.ts';

const nothing = { float: 0, cashSales: 0, cashRefunds: 0, cashIn: 0, cashOut: 0 };

test.each([
  ['an empty drawer holds nothing', {}, 0],
  ['the float is in it', { float: 10_000 }, 10_000],
  ['cash sales and cash in add to it', { float: 10_000, cashSales: 2_550, cashIn: 500 }, 13_050],
  [
    'cash refunds and cash out take from it',
    { float: 10_000, cashSales: 2_550, cashRefunds: 550, cashOut: 2_000 },
    10_000,
  ],
  ['more may go out than was counted into it', { cashOut: 100 }, -100],
])('%s', (_what, change, expected) => {
  expect(expectedCash({ ...nothing, ...change })).toBe(expected);
});

test.each([
  [10_000, 10_000, 0],
  [10_050, 10_000, 50],
  [9_925, 10_000, -75],
])('%i counted where %i is expected differs by %i', (counted, expected, difference) => {
  expect(countDifference(counted, expected)).toBe(difference);
});

test.each([
  ['the first drawer of a location differs from nothing', 10_000, null, null],
  ['a float as it was counted', 10_000, 10_000, 0],
  ['a float of less than was counted', 9_000, 10_000, -1_000],
])('%s', (_what, float, lastCounted, difference) => {
  expect(openingDifference(float, lastCounted)).toBe(difference);
});

const denver = 'America/Denver';

test.each([
  ['in the morning of its day', denver, '2026-05-04T14:00:00Z', '2026-05-04T15:00:00Z', 'open'],
  ['a minute before midnight', denver, '2026-05-04T14:00:00Z', '2026-05-05T05:59:00Z', 'open'],
  ['at midnight of the location', denver, '2026-05-04T14:00:00Z', '2026-05-05T06:00:00Z', 'not_counted'],
  ['at midnight of another zone', 'Asia/Tokyo', '2026-05-04T14:00:00Z', '2026-05-04T15:00:00Z', 'not_counted'],
  ['opened a minute before midnight', denver, '2026-05-05T05:59:00Z', '2026-05-05T06:00:00Z', 'not_counted'],
  // Clocks go back at 2 AM on November 1: that day has 25 hours.
  ['in the last hour of the longest day', denver, '2026-11-01T06:00:00Z', '2026-11-02T06:59:00Z', 'open'],
  ['after the longest day', denver, '2026-11-01T06:00:00Z', '2026-11-02T07:00:00Z', 'not_counted'],
  // Clocks go forward at 2 AM on March 8: that day has 23 hours.
  ['in the last hour of the shortest day', denver, '2026-03-08T07:00:00Z', '2026-03-09T05:59:00Z', 'open'],
  ['after the shortest day', denver, '2026-03-08T07:00:00Z', '2026-03-09T06:00:00Z', 'not_counted'],
  ['weeks later', denver, '2026-05-04T14:00:00Z', '2026-06-04T14:00:00Z', 'not_counted'],
] as const)('%s a drawer in %s is as it should be', (_when, zone, openedAt, now, status) => {
  expect(drawerStatus({ openedAt: new Date(openedAt), closedAt: null }, zone, new Date(now))).toBe(status);
});

test('a closed drawer is closed, whatever the day', () => {
  const openedAt = new Date('2026-05-04T14:00:00Z');
  expect(
    drawerStatus({ openedAt, closedAt: new Date('2026-05-06T14:00:00Z') }, denver, new Date('2026-06-01T14:00:00Z')),
  ).toBe('closed');
});

test('bills and coins add up to the cent', () => {
  expect(countedCash({ 100: 1, 20: 3, 0.25: 8, '0.1': 3, '0.10': 1, 0.01: 4 })).toBe(16_244);
  expect(countedCash({})).toBe(0);
});

const sums: [string, object, string | undefined][] = [
  ['one sum', { counted: 162.44 }, undefined],
  ['bills and coins that come to it', { counted: 62, counts: { 20: 3, 0.25: 8 } }, undefined],
  ['none of them', { counted: 0, counts: {} }, undefined],
  [
    'bills and coins that come to another sum',
    { counted: 61, counts: { 20: 3, 0.25: 8 } },
    'The bills and coins come to $62.00, not $61.00',
  ],
  ['a note that does not exist', { counted: 30, counts: { 30: 1 } }, 'Invalid key in record'],
  ['a note that is no number', { counted: 30, counts: { thirty: 1 } }, 'Invalid key in record'],
  ['half a note', { counted: 10, counts: { 20: 0.5 } }, 'A count must be a whole number'],
  ['less than nothing', { counted: -1 }, 'Enter the counted amount'],
  ['no sum', { counts: { 20: 1 } }, 'Enter the counted amount'],
  ['a fraction of a cent', { counted: 1.005 }, 'Must have at most two decimals'],
  ['more than a drawer holds', { counted: 30_000_000 }, 'Must be at most 21,474,836.47'],
];

test.each(sums)('a close counts %s', (_what, body, message) => {
  expect(closeDrawerBody.safeParse(body).error?.issues[0]?.message).toBe(message);
});

test.each([
  [
    openDrawerBody,
    { locationId: '01900000-0000-7000-8000-000000000001', float: -1 },
    'Starting cash must be 0 or more',
  ],
  [openDrawerBody, { float: 10 }, 'Location is required'],
  [drawerMovementBody, { type: 'in', amount: 0, reason: 'Change' }, 'Amount must be more than 0'],
  [drawerMovementBody, { type: 'in', amount: 5, reason: ' ' }, 'Reason is required'],
  [drawerMovementBody, { type: 'sale', amount: 5, reason: 'Change' }, 'Choose whether cash comes in or goes out'],
])('a body says what is wrong with it', (schema, body, message) => {
  expect(schema.safeParse(body).error?.issues[0]?.message).toBe(message);
});
