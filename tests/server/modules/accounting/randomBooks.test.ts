import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createGym, type Gym } from '#tests/support/gym.ts';
import { randomLedger, type LedgerInvoice } from '#tests/support/ledger.ts';
import { lineShares } from '#tests/support/ledgerReports.ts';
import { sharedServer } from '#tests/support/server.ts';
import { balances } from './readAccounts.ts';

const server = await sharedServer();
const rival = await createGym(server);

/** The balances of some days, computed independently from every row of the ledger. */
function expectedBalances(ledger: readonly LedgerInvoice[], from: string, to: string): Record<string, number> {
  const found = new Map<string, number>();
  const add = (account: string, cents: number) => found.set(account, (found.get(account) ?? 0) + cents);
  for (const invoice of ledger) {
    const { zone, status, lines, tax, total, createdAt, closedAt, writtenOff, moves } = invoice;
    const isIn = (time: Date | null) => {
      const day = time && new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(time);
      return day !== null && from <= day && day <= to;
    };
    const sell = (sign: number) => {
      for (const line of lines)
        add({ membership: '4000', sales_item: '4100', location_fee: '4200' }[line.type], -sign * line.total);
      add('2200', -sign * tax);
      add('1200', sign * total);
    };
    if (status !== 'draft' && isIn(createdAt)) sell(1);
    if (status === 'void' && writtenOff === 0 && isIn(closedAt)) sell(-1);
    if (writtenOff > 0 && isIn(closedAt)) {
      add('6100', writtenOff);
      add('1200', -writtenOff);
    }
    for (const move of moves.filter(({ at }) => isIn(at))) {
      const money = { cash: '1000', card: '1020', other: '1030' }[move.method];
      if (move.status === 'completed') {
        add(money, move.cents);
        add('1200', -move.cents);
      }
      if (move.status === 'refunded') add(money, -move.cents);
    }
    for (const { parts } of lineShares(invoice).refunds.filter(({ at }) => isIn(at))) {
      for (const { net, tax: back } of parts) {
        add('2200', back);
        add('4900', net);
      }
    }
  }
  return Object.fromEntries([...found].filter(([, cents]) => cents !== 0));
}

describe('the books of a random gym with two locations in two time zones', () => {
  let gym: Gym;
  let ledger: LedgerInvoice[];
  const zones = ['Pacific/Auckland', 'America/Denver'] as const;
  beforeAll(async () => {
    server.clock.now = new Date('2027-02-01T12:00:00Z');
    gym = await createGym(server);
    const places = [
      { id: gym.locationId, zone: zones[0] },
      { id: gym.otherLocationId, zone: zones[1] },
    ];
    for (const { id, zone } of places) {
      await server.database.scoped([gym.companyId], (tx) =>
        tx.updateTable('locations').set({ timezone: zone }).where('id', '=', id).execute(),
      );
    }
    ledger = await randomLedger(server, gym, places, { count: 120, seed: 11 });
    await randomLedger(server, rival, [{ id: rival.locationId, zone: zones[1] }], { count: 20, seed: 12 });
  });
  beforeEach(() => {
    server.clock.now = new Date('2027-02-01T12:00:00Z');
  });

  test.each([
    ['2026-09-01', '2027-01-31'],
    ['2026-10-31', '2026-11-02'],
    ['2026-11-01', '2026-11-30'],
    ['2026-10-01', '2026-10-01'],
  ])('each account from %s to %s equals the sum of its rows, to the cent', async (from, to) => {
    expect(await balances(gym.by.admin, `companyId=${gym.companyId}&from=${from}&to=${to}`)).toEqual(
      expectedBalances(ledger, from, to),
    );
  });

  test('the receivables at the end equal the amount to collect in the report', async () => {
    const days = 'from=2026-09-01&to=2027-01-31';
    const { body } = await gym.by.admin.get(`/reports/to-collect?${days}`);
    expect((await balances(gym.by.admin, `companyId=${gym.companyId}&${days}`))['1200']).toBe(
      Math.round(body.report.totals.toCollect * 100),
    );
  });

  test('single months add up to the whole period, and each entry of the file balances', async () => {
    const months = ['2026-09', '2026-10', '2026-11', '2026-12', '2027-01'].map(
      (month) => `from=${month}-01&to=${month}-${/-(09|11)$/.test(month) ? 30 : 31}`,
    );
    const ofCompany = `companyId=${gym.companyId}`;
    const sum: Record<string, number> = {};
    for (const month of months) {
      for (const [account, cents] of Object.entries(await balances(gym.by.admin, `${ofCompany}&${month}`)))
        sum[account] = (sum[account] ?? 0) + cents;
    }
    const whole = await balances(gym.by.admin, `${ofCompany}&from=2026-09-01&to=2027-01-31`);
    expect(Object.fromEntries(Object.entries(sum).filter(([, cents]) => cents !== 0))).toEqual(whole);
    const file = String((await gym.by.admin.get(`/accounting/export?${ofCompany}&from=2026-09-01&to=2027-01-31`)).body);
    const entries = new Map<string, number>();
    for (const line of file.trimEnd().split('\r\n').slice(1)) {
      const [day, place, entry, , , debit, credit] = line.split(',');
      const key = `${day} ${place} ${entry}`;
      entries.set(key, (entries.get(key) ?? 0) + Math.round(Number(debit) * 100) - Math.round(Number(credit) * 100));
    }
    expect(entries.size).toBeGreaterThan(100);
    expect([...entries.values()].filter((balance) => balance !== 0)).toEqual([]);
  });
});
