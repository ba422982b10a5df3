import { test } from 'vitest';
import { sharedServer } from '#tests/support/server.ts';
import { tillDays } from '#tests/support/trials/tillDays.ts';

const server = await sharedServer();

test.each([1, 2])(
  'random days at a till with discounts, changing taxes and coins, parts, write-offs, voids, refunds and drawers agree with a second model, seed %d',
  (seed) => tillDays(server, { turns: 150, seed }),
  120_000,
);
