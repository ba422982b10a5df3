import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AccountingJournal } from '#domain/accounting/contract.ts';
import { addDays, daysBetween } from '#domain/shared/dates.ts';
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
])('in one time zone each total from %s to %s is complete, too', async (from, to) => {
  await expectReports(rival, rivalLedger, { from, to });
});

const flows = {
  sales: ['net', 'tax', 'gross', 'refunds'],
  payments: ['moneyIn', 'moneyRefunded'],
  'to-collect': ['writtenOff'],
} as const;

test('however a period is split, the reports and the journal of its parts add up to those of the whole', async () => {
  const figures = async (from: string, to: string) => {
    const sums: Record<string, number> = {};
    for (const [kind, names] of Object.entries(flows)) {
      const { body } = await admin.get(`/reports/${kind}?from=${from}&to=${to}`);
      for (const name of names) sums[name] = Math.round(body.report.totals[name] * 100);
    }
    const { body } = await admin.get(`/accounting/journal?companyId=${gym.companyId}&from=${from}&to=${to}`);
    for (const { lines } of body.days as AccountingJournal['days'])
      for (const { account, debit, credit } of lines)
        sums[account.number] = (sums[account.number] ?? 0) + Math.round((debit - credit) * 100);
    return sums;
  };
  const [first, last] = ['2026-09-14', '2027-01-31'];
  const whole = await figures(first, last);
  const length = daysBetween(first, last);
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.integer({ min: 1, max: length }), { maxLength: 4 }), async (cuts) => {
      const starts = [0, ...cuts.toSorted((a, b) => a - b), length + 1];
      const sums: Record<string, number> = {};
      for (const [index, start] of starts.slice(0, -1).entries()) {
        const part = await figures(addDays(first, start), addDays(first, (starts[index + 1] ?? 0) - 1));
        for (const [name, cents] of Object.entries(part)) sums[name] = (sums[name] ?? 0) + cents;
      }
      expect(sums).toEqual(whole);
    }),
    { numRuns: 8 },
  );
  // And the journal says the same as the reports.
  const { net, gross, refunds, moneyIn, moneyRefunded, writtenOff } = whole as Record<string, number>;
  expect(whole['4000']! + whole['4100']! + whole['4200']!).toBe(-net!);
  expect(whole['2200']! + whole['4900']!).toBe(net! - gross! + refunds!);
  expect(whole['1000']! + whole['1020']! + whole['1030']!).toBe(moneyIn! - moneyRefunded!);
  expect(whole['6100']).toBe(writtenOff);
});
