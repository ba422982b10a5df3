import { test } from 'vitest';
import { payingServer } from '#tests/support/payingGym.ts';
import { unbilledYear } from '#tests/support/trials/unbilledYear.ts';

const { stripe, server } = await payingServer();

// Few memberships; tests/long has 500.
test(
  'a year with the server off, Stripe away and runs cut off: each period is billed once or left to staff, and nobody is shut out in the grace period',
  () => unbilledYear(server, stripe, 8, 11),
  240_000,
);
