import { test } from 'vitest';
import { householdHistories } from '#tests/support/trials/householdHistories.ts';

// Smaller than in tests/long.

test(
  'random histories of 20 members who join households, change their payer, leave with or without their paid days, are charged together and refunded agree with a second model',
  () => householdHistories({ members: 20, days: 40, timezone: 'America/Denver', seed: 1 }),
  300_000,
);
