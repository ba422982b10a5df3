import { afterAll, beforeAll, expect, test } from 'vitest';
import { aGym } from '#tests/support/gym.ts';
import { randomLedger, type LedgerInvoice } from '#tests/support/ledger.ts';
import { expectReports } from '#tests/support/ledgerReports.ts';
import { testServer, type Caller, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
let admin: Caller;
let locationId: string;
let ledger: LedgerInvoice[];
const zones = ['Pacific/Auckland', 'America/Denver'] as const;
beforeAll(async () => {
  server = await testServer();
  server.clock.now = new Date('2027-02-01T12:00:00Z');
  const gym = await aGym(server);
  const places = [{ id: gym.locationId, zone: zones[0] }, { id: gym.otherLocationId, zone: zones[1] }];
  for (const { id, zone } of places) {
    await server.database.scoped([gym.companyId], (tx) => tx.updateTable('locations').set({ timezone: zone }).where('id', '=', id).execute());
  }
  ledger = await randomLedger(server, gym, places, { count: 150, seed: 7 });
  // Another company's rows, which nobody here may count.
  const rival = await aGym(server);
  await randomLedger(server, rival, [{ id: rival.locationId, zone: zones[1] }], { count: 20, seed: 8 });
  admin = gym.by.admin;
  ({ locationId } = gym);
});
afterAll(() => server.close());

test.each([
  ['2026-09-01', '2027-01-31'],
  ['2026-09-27', '2026-09-27'],
  ['2026-10-31', '2026-11-02'],
  ['2026-11-01', '2026-11-30'],
  ['2026-10-01', '2026-10-01'],
])('every total from %s to %s is that of the rows themselves, to the cent, at two locations by two clocks', async (from, to) => {
  await expectReports(admin, ledger, { from, to });
});

test('one location is counted alone', async () => {
  const own = ledger.filter(({ zone }) => zone === zones[0]);
  expect(own.length).toBeGreaterThan(20);
  await expectReports(admin, own, { from: '2026-10-01', to: '2026-10-31', locationId });
});
