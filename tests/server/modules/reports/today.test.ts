import { beforeEach, describe, expect, test } from 'vitest';
import type { TodayFigures } from '#domain/reports/todayContract.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym, type Gym } from '#tests/support/gym.ts';
import { invoiceBuilders } from '#tests/support/invoices.ts';
import { createTill } from '#tests/support/sales.ts';
import { sharedServer } from '#tests/support/server.ts';

let gym: Gym;
let make: ReturnType<typeof builders>;
let bill: ReturnType<typeof invoiceBuilders>;
let contactId: string;

const server = await sharedServer();
beforeEach(async () => {
  // A Friday, 12:30 in Denver.
  server.clock.now = new Date('2026-11-20T19:30:00Z');
  gym = await createGym(server);
  make = builders(server, gym);
  bill = invoiceBuilders(server, gym);
  contactId = await make.contact();
});

const today = async (as: 'admin' | 'manager' = 'manager', locationId = gym.locationId): Promise<TodayFigures> => {
  const { status, body } = await gym.by[as].get(`/reports/today?locationId=${locationId}`);
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body.today;
};
const at = (time: string) => ({ created_at: new Date(time), updated_at: new Date(time) });
const visit = (time: string, change: object = {}) =>
  make.checkin(contactId, { checkin_time: new Date(time), ...change });
const paid = async (time: string, amount_cents: number, change: object = {}) =>
  bill.payment(await bill.invoice(contactId, at(time)), { amount_cents, ...at(time), ...change });

test('a gym that opened today has zeros, and no usual day', async () => {
  expect(await today()).toEqual({
    date: '2026-11-20',
    hour: 12,
    moneyIn: 0,
    usualMoneyIn: null,
    cash: 0,
    card: 0,
    other: 0,
    moneyRefunded: 0,
    toCollect: 0,
    invoices: 0,
    endingSoon: 0,
    granted: 0,
    usualGranted: null,
    hours: Array.from({ length: 24 }, () => ({ granted: 0, usual: null })),
  });
});

describe('money', () => {
  test('a sale of the till is in it at once', async () => {
    const itemId = await make.salesItem({ name: 'Towel', price_cents: 1_000 });
    await createTill(gym.by.manager, gym.locationId, contactId).cash([{ salesItemId: itemId, quantity: 2 }]);
    expect(await today()).toMatchObject({ moneyIn: 21.6, cash: 21.6, card: 0 });
  });

  test('is by method, refunds apart, from midnight until now by the clock of the location', async () => {
    await paid('2026-11-20T06:59:59.999Z', 1);
    await paid('2026-11-20T07:00:00Z', 1_000);
    await paid('2026-11-20T18:00:00Z', 2_000, { method: 'card' });
    await paid('2026-11-20T18:30:00Z', 4_000, { method: 'other', other_method: 'Check' });
    await paid('2026-11-20T18:40:00Z', 8_000, { status: 'pending' });
    await paid('2026-11-20T18:50:00Z', 500, { status: 'refunded' });
    await paid('2026-11-20T19:30:00Z', 70);
    await paid('2026-11-21T07:00:00Z', 16_000);
    expect(await today()).toMatchObject({ moneyIn: 70.7, cash: 10.7, card: 20, other: 40, moneyRefunded: 5 });
  });

  test('is compared with the mean of the same weekday up to the same hour', async () => {
    await paid('2026-11-13T19:29:00Z', 1_000);
    await paid('2026-11-13T19:31:00Z', 50_000);
    await paid('2026-11-12T18:00:00Z', 50_000);
    await paid('2026-11-06T15:00:00Z', 500);
    // Daylight saving time: 12:29 and 12:31.
    await paid('2026-10-30T18:29:00Z', 203);
    await paid('2026-10-30T18:31:00Z', 50_000);
    await paid('2026-10-16T15:00:00Z', 50_000);
    // Three weeks of history: 17.03 / 3.
    expect((await today()).usualMoneyIn).toBe(5.68);
    await visit('2026-10-24T05:00:00Z');
    expect((await today()).usualMoneyIn).toBe(4.26);
  });
});

describe('check-ins', () => {
  test('are counted for each hour of today, beside the mean of whole hours', async () => {
    for (const time of ['2026-11-20T15:00:00Z', '2026-11-20T15:59:59Z', '2026-11-20T19:10:00Z']) await visit(time);
    await visit('2026-11-20T15:30:00Z', { access_granted: false, reason: 'Membership has expired' });
    for (const time of [
      '2026-11-13T15:20:00Z',
      '2026-11-13T19:20:00Z',
      '2026-11-13T19:50:00Z',
      '2026-11-06T19:00:00Z',
      '2026-11-07T02:00:00Z',
    ])
      await visit(time);
    const { granted, usualGranted, hours } = await today();
    expect([granted, usualGranted]).toEqual([3, 1.5]);
    const some = Object.fromEntries(
      hours
        .map((hour, index) => [index, [hour.granted, hour.usual]] as const)
        .filter(([, [now, usual]]) => now || usual),
    );
    expect(some).toEqual({ 8: [2, 0.5], 12: [1, 1.5], 19: [0, 0.5] });
  });

  test('a time zone with a quarter-hour offset has its own hours', async () => {
    await server.database.scoped([gym.companyId], (tx) =>
      tx.updateTable('locations').set({ timezone: 'Asia/Kathmandu' }).where('id', '=', gym.locationId).execute(),
    );
    // 23:59 and 00:00 of November 21.
    await visit('2026-11-20T18:14:00Z');
    await visit('2026-11-20T18:15:00Z');
    const { date, hour, granted, hours } = await today();
    expect([date, hour, granted, hours[0]?.granted]).toEqual(['2026-11-21', 1, 1, 1]);
  });
});

describe('what comes next', () => {
  test('outstanding agrees with the list of invoices and the report', async () => {
    const owing = (status: 'open' | 'overdue' | 'partially_paid' | 'void' | 'draft', due_cents: number) =>
      bill.invoice(contactId, { ...at('2026-11-02T19:00:00Z'), status, total_cents: 5_400, due_cents });
    await owing('open', 5_400);
    await owing('overdue', 5_400);
    await owing('partially_paid', 1_000);
    await owing('void', 0);
    await owing('draft', 5_400);
    await bill.invoice(contactId, {
      ...at('2026-11-02T19:00:00Z'),
      status: 'open',
      total_cents: 5_400,
      due_cents: 5_400,
      location_id: gym.otherLocationId,
    });
    const { toCollect, invoices } = await today();
    expect([toCollect, invoices]).toEqual([118, 3]);
    const { body: list } = await gym.by.manager.get(`/invoices?status=to_collect&locationId=${gym.locationId}`);
    const { body: report } = await gym.by.manager.get(`/reports/to-collect?locationId=${gym.locationId}`);
    expect([list.pagination.total, report.report.totals.toCollect]).toEqual([invoices, toCollect]);
  });

  test('ending soon counts people, like the list of contacts', async () => {
    const member = async (...ends: { end_date: string | null; auto_renew?: boolean }[]) => {
      const id = await make.contact();
      for (const end of ends) await make.contactMembership(id, { start_date: '2026-01-01', ...end });
    };
    await member({ end_date: '2026-11-27' }, { end_date: '2026-11-25' });
    await member({ end_date: '2026-11-20' });
    await member({ end_date: '2026-11-28' });
    await member({ end_date: '2026-11-19' });
    await member({ end_date: '2026-11-25', auto_renew: true });
    await member({ end_date: '2026-11-25' }, { end_date: null });
    await make.contactMembership(await make.contact({ archived_at: new Date('2026-11-01T18:00:00Z') }), {
      start_date: '2026-01-01',
      end_date: '2026-11-25',
    });
    const { endingSoon } = await today();
    expect(endingSoon).toBe(2);
    const { body } = await gym.by.manager.get(`/contacts?memberStatus=ending_soon&locationId=${gym.locationId}`);
    expect(body.pagination.total).toBe(endingSoon);
  });
});

describe('other locations and companies', () => {
  test('another location and another company do not count', async () => {
    const rival = await createGym(server);
    const theirs = await builders(server, rival).contact();
    await builders(server, rival).checkin(theirs, { checkin_time: new Date('2026-11-20T15:00:00Z') });
    await visit('2026-11-20T15:00:00Z', { location_id: gym.otherLocationId });
    await bill.payment(
      await bill.invoice(contactId, { ...at('2026-11-20T15:00:00Z'), location_id: gym.otherLocationId }),
      at('2026-11-20T15:00:00Z'),
    );
    expect(await today()).toMatchObject({ moneyIn: 0, granted: 0 });
    expect(await today('admin', gym.otherLocationId)).toMatchObject({ moneyIn: 3.24, granted: 1 });
  });
});
