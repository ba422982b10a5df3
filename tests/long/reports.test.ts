import { afterAll, beforeAll, test } from 'vitest';
import { addDays } from '#domain/shared/dates.ts';
import { createGym } from '#tests/support/gym.ts';
import { numbers, randomLedger } from '#tests/support/ledger.ts';
import { expectReports } from '#tests/support/ledgerReports.ts';
import { testServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
  server.clock.now = new Date('2027-02-01T12:00:00Z');
});
afterAll(() => server.close());

const pairs = [
  ['Pacific/Kiritimati', 'Pacific/Pago_Pago'],
  ['Pacific/Auckland', 'America/Denver'],
  ['America/Havana', 'Asia/Kathmandu'],
  ['Europe/London', 'Australia/Lord_Howe'],
] as const;

test.each(pairs)(
  'every total of 3,000 invoices at %s and %s is that of the rows themselves, over random days',
  async (...zones) => {
    const gym = await createGym(server);
    const places = [gym.locationId, gym.otherLocationId].map((id, index) => ({ id, zone: zones[index] ?? 'UTC' }));
    for (const { id, zone } of places) {
      await server.database.scoped([gym.companyId], (tx) =>
        tx.updateTable('locations').set({ timezone: zone }).where('id', '=', id).execute(),
      );
    }
    const seed = zones.join().length;
    const ledger = await randomLedger(server, gym, places, { count: 3_000, seed });
    const { int } = numbers(seed + 1);
    for (let trial = 0; trial < 30; trial += 1) {
      const from = addDays('2026-09-10', int(0, 100));
      await expectReports(gym.by.admin, ledger, { from, to: addDays(from, int(0, 60)) });
    }
  },
  600_000,
);
