import { test } from 'vitest';
import { payingServer } from '#tests/support/payingGym.ts';
import { unbilledYear } from '#tests/support/trials/unbilledYear.ts';

const { stripe, server } = await payingServer();

test(
  '500 memberships over a year with the server off, Stripe away and runs cut off: each period is billed once or left to staff, and nobody is shut out in the grace period',
  () => unbilledYear(server, stripe, { members: 500, months: 12, seed: 7 }),
  3_600_000,
);
