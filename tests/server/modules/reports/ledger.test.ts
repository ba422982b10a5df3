import { expect, test } from 'vitest';
import { createGym, type Gym } from '#tests/support/gym.ts';
import { randomLedger } from '#tests/support/ledger.ts';
import { expectReports } from '#tests/support/ledgerReports.ts';
import { sharedServer } from '#tests/support/server.ts';

const zones = ['Pacific/Auckland', 'America/Denver'] as const;

const server = await sharedServer();
server.clock.now = new Date('2027-02-01T12:00:00Z');
const gym = await createGym(server);
const places = [
  { id: gym.locationId, zone: zones[0] },
  { id: gym.otherLocationId, zone: zones[1] },
];
const ledger = await createLedger(gym, places, { count: 150, seed: 7 });
// Another company's rows, which must not be counted.
const other = await createGym(server);
const sameClock = [other.locationId, other.otherLocationId].map((id) => ({ id, zone: zones[1] }));
const rivalLedger = await createLedger(other, sameClock, { count: 60, seed: 8 });
const rival = other.by.admin;
const admin = gym.by.admin;
const { locationId } = gym;

async function createLedger(
  owner: Gym,
  at: Parameters<typeof randomLedger>[2],
  size: Parameters<typeof randomLedger>[3],
) {
  for (const { id, zone } of at) {
    await server.database.scoped([owner.companyId], (tx) =>
      tx.updateTable('locations').set({ timezone: zone }).where('id', '=', id).execute(),
    );
  }
  return randomLedger(server, owner, at, size);
}

test.each([
  ['2026-09-01', '2027-01-31'],
  ['2026-09-27', '2026-09-27'],
  ['2026-10-31', '2026-11-02'],
  ['2026-11-01', '2026-11-30'],
  ['2026-10-01', '2026-10-01'],
])(
  'every total from %s to %s equals the sum of its rows, to the cent, at two locations in two time zones',
  async (from, to) => {
    await expectReports(admin, ledger, { from, to });
  },
);

test('one location is counted alone', async () => {
  const own = ledger.filter(({ zone }) => zone === zones[0]);
  expect(own.length).toBeGreaterThan(20);
  await expectReports(admin, own, { from: '2026-10-01', to: '2026-10-31', locationId });
});

test.each([
  ['2026-10-01', '2026-11-01'],
  ['2026-11-01', '2026-11-01'],
  ['2026-11-02', '2026-11-30'],
])(
  'in one time zone payments from %s to %s are summed without their invoices, and each day is complete',
  async (from, to) => {
    await expectReports(rival, rivalLedger, { from, to });
  },
);
