import { expect, test } from 'vitest';
import { sharedServer } from '#tests/support/server.ts';
import { expectMemberDays } from '#tests/support/trials/memberDays.ts';
import { expectPaidPeriods } from '#tests/support/trials/paidPeriods.ts';

const server = await sharedServer();
const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'] as const;

test('members are the same from the sums of finished days as from their history, in zones a day apart', () =>
  expectMemberDays(server, zones, 2, 60));

test('what is deferred is the same from stored periods as from their rows, in zones a day apart', async () => {
  expect(await expectPaidPeriods(server, zones, 2, 60)).toBeGreaterThan(15);
});
