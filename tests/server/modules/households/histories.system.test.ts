import { test } from 'vitest';
import { householdHistories } from '#tests/support/trials/householdHistories.ts';

// Smaller than in tests/long.

test.each([
  ['at one location', undefined, 4],
  ['at two locations in two time zones', 'Asia/Kathmandu', 2],
] as const)(
  'random histories of 20 members %s who join households, change their payer, leave with or without their paid days, are frozen by themselves, change to a plan of either location, are charged together and refunded, at the edges of days and across a clock change, agree with a second model',
  (_where, otherZone, seed) =>
    householdHistories({
      members: 20,
      days: 40,
      timezone: 'Australia/Lord_Howe',
      otherZone,
      seed,
      from: '2027-03-10',
    }),
  300_000,
);
