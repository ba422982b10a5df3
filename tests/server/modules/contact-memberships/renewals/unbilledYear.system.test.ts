import { test } from 'vitest';
import { payingServer } from '#tests/support/payingGym.ts';
import { unbilledYear } from '#tests/support/trials/unbilledYear.ts';

const { stripe, server } = await payingServer();

// tests/long has a year with 500 memberships.
test(
  'four months with the server off, Stripe away and runs cut off: each period is billed once or left to staff, and nobody is shut out in the grace period',
  () => unbilledYear(server, stripe, { members: 5, months: 4, seed: 11 }),
  240_000,
);
