import { sql } from 'kysely';
import { Client } from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Report } from '#domain/reports/contract.ts';
import { reportKinds } from '#domain/reports/reportLayouts.ts';
import { builders } from '#tests/support/builders.ts';
import { postInvoice } from '#server/modules/ledger/index.ts';
import { columns } from '#server/platform/database/schema.ts';
import { waitForBlockedQuery } from '#tests/support/database.ts';
import { fixtureActor } from '#tests/support/fixtureActor.ts';
import { createGym, type Gym } from '#tests/support/gym.ts';
import { invoiceBuilders } from '#tests/support/invoices.ts';
import { at, november, readReport as read, reportedGym, sold, type ReportedGym } from '#tests/support/reports.ts';
import { type Caller, sharedServer } from '#tests/support/server.ts';

let gym: Gym;
let bill: ReportedGym['bill'];
let contactId: string;

const server = await sharedServer();
const rival = await createGym(server);
beforeEach(async () => {
  ({ gym, bill, contactId } = await reportedGym(server));
});

test.each(reportKinds)('the %s report of an empty gym is empty', async (kind) => {
  const report = await read(gym.by.admin, `${kind}?${november}`);
  expect(report).toMatchObject({ from: '2026-11-01', to: '2026-11-30', groupBy: 'day' });
  expect(Object.values(report.totals).filter((value) => value !== 0 && value !== null)).toEqual([]);
  expect(Object.values(report.previous).filter((value) => value !== 0 && value !== null)).toEqual([]);
});

describe('a report is read from one snapshot', () => {
  test.each([
    ['sales by item', 'sales?groupBy=item&', 'ledger_entries', { totals: { net: 0 }, rows: [] }, { net: 10 }],
    ['overview', 'overview?', 'invoices', { totals: { net: 0, toCollect: 0 } }, { net: 10, toCollect: 10 }],
  ] as const)(
    'a sale that commits while the %s report is read is in all of its parts or in none',
    async (_name, path, table, without, totals) => {
      const draft = { status: 'draft' as const, ...sold(1_000), paid_cents: 0, ...at('2026-11-20T18:00:00Z') };
      const id = await bill.invoice(contactId, { ...draft, due_cents: 1_000 }, []);
      let report: Promise<Report> | undefined;
      // A request may not lock the ledger, to which it only adds.
      await server.database.acrossCompanies(async (tx) => {
        await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx);
        report = read(gym.by.manager, path + november);
        await waitForBlockedQuery(tx);
        const change = tx.updateTable('invoices').set({ status: 'open' }).where('id', '=', id);
        const invoice = await change.returning(columns.invoices).executeTakeFirstOrThrow();
        const line = {
          type: 'sales_item',
          item_id: null,
          name: 'Towel',
          total_cents: 1_000,
          discount_cents: 0,
        } as const;
        await postInvoice(tx, invoice, [line], { now: invoice.created_at, actor: fixtureActor });
      });
      expect(await report).toMatchObject(without);
      expect((await read(gym.by.manager, path + november)).totals).toMatchObject(totals);
    },
  );
});

describe('payments', () => {
  test('pending and failed ones do not count; a refund counts on its day', async () => {
    const invoice = await bill.invoice(contactId, { ...at('2026-11-10T18:00:00Z'), ...sold(10_000) });
    const card = { method: 'card' as const, ...at('2026-11-10T18:00:00Z') };
    await bill.payment(invoice, { ...card, amount_cents: 1_000 });
    await bill.payment(invoice, { ...card, amount_cents: 2_000, status: 'pending' });
    await bill.payment(invoice, { ...card, amount_cents: 4_000, status: 'failed' });
    await bill.payment(invoice, { ...card, method: 'other', other_method: 'Check', amount_cents: 8_000 });
    // To the card.
    await bill.payment(invoice, {
      ...card,
      amount_cents: 300,
      status: 'refunded',
      stripe_refund_id: `re_${invoice}`,
      stripe_payment_intent_id: `pi_${invoice}`,
      ...at('2026-11-11T18:00:00Z'),
    });
    // In cash.
    await bill.payment(invoice, { amount_cents: 500, status: 'refunded', ...at('2026-11-11T18:00:00Z') });
    const { totals, rows, tables } = await read(gym.by.admin, 'payments?from=2026-11-10&to=2026-11-12');
    expect(totals).toEqual({ moneyIn: 90, moneyRefunded: 8, cashRounding: 0 });
    expect(
      rows.map(({ cash, card: byCard, other, moneyIn, moneyRefunded }) => [
        cash,
        byCard,
        other,
        moneyIn,
        moneyRefunded,
      ]),
    ).toEqual([
      [0, 10, 80, 90, 0],
      [0, 0, 0, 0, 8],
      [0, 0, 0, 0, 0],
    ]);
    expect(tables.methods?.map(({ label, moneyIn, moneyRefunded }) => [label, moneyIn, moneyRefunded])).toEqual([
      ['Card', 10, 3],
      ['Cash', 0, 5],
      ['Check', 80, 0],
    ]);
  });
});

test('the Z reports of the period are listed with the payments, with what was over or short', async () => {
  const closed = async (time: string, float: number, counted: number): Promise<string> => {
    server.clock.now = new Date(time);
    const { body } = await gym.by.manager.post('/drawers', { body: { locationId: gym.locationId, float } });
    await gym.by.manager.post(`/drawers/${body.drawer.id}/close`, { body: { counted } });
    return body.drawer.id;
  };
  await closed('2026-11-20T06:59:59Z', 50, 60);
  const first = await closed('2026-11-20T07:00:00Z', 100, 98.5);
  const second = await closed('2026-11-20T19:00:00Z', 50, 50);
  const { tables } = await read(gym.by.manager, `payments?locationId=${gym.locationId}&from=2026-11-20&to=2026-11-20`);
  const place = `${gym.companyName} North, Nov 20, 2026`;
  expect(tables.drawers).toEqual([
    { key: second, label: 'Z report 3', detail: place, expectedCash: 50, countedCash: 50, cashDifference: 0 },
    { key: first, label: 'Z report 2', detail: place, expectedCash: 100, countedCash: 98.5, cashDifference: -1.5 },
  ]);
  expect((await read(rival.by.admin, 'payments?from=2026-11-20&to=2026-11-21')).tables.drawers).toEqual([]);
});

test('a report that reaches the time limit of a statement says so, and what to do', async () => {
  const client = new Client({ connectionString: server.url });
  await client.connect();
  try {
    await client.query('begin; lock table checkins in access exclusive mode');
    const message =
      'This report takes too long right now. Choose a shorter period or one location, or try again later.';
    expect(await gym.by.admin.get(`/reports/attendance?${november}`)).toMatchObject({ status: 503, body: { message } });
  } finally {
    await client.end();
  }
}, 20_000);

describe('outstanding', () => {
  test('is grouped by the age of the invoice on the last day', async () => {
    const ages = {
      '2026-11-30': 1,
      '2026-11-23': 2,
      '2026-11-22': 4,
      '2026-10-31': 8,
      '2026-10-30': 16,
      '2026-10-01': 32,
      '2026-09-30': 64,
    };
    for (const [day, dollars] of Object.entries(ages)) {
      await bill.invoice(contactId, {
        ...at(`${day}T19:00:00Z`),
        status: 'open',
        ...sold(dollars * 100),
        paid_cents: 0,
        due_cents: dollars * 100,
      });
    }
    const { rows, totals, tables } = await read(gym.by.admin, `to-collect?${november}`);
    expect(totals).toEqual({ toCollect: 127, invoices: 7, writtenOff: 0 });
    expect(rows.map(({ key, invoices, toCollect }) => [key, invoices, toCollect])).toEqual([
      ['0-7', 2, 3],
      ['8-30', 2, 12],
      ['31-60', 2, 48],
      ['over-60', 1, 64],
    ]);
    expect(tables.oldest?.[0]).toMatchObject({ label: 'Casey Jones', detail: 'Sep 30, 2026', toCollect: 64 });
  });

  test('is what was due on the last day, whatever was paid, voided or written off since', async () => {
    const owing = (change: object) =>
      bill.invoice(contactId, {
        created_at: new Date('2026-11-02T18:00:00Z'),
        updated_at: new Date('2026-11-15T18:00:00Z'),
        ...sold(1_000),
        ...change,
      });
    const paidLater = await owing({});
    await bill.payment(paidLater, { amount_cents: 400, ...at('2026-11-05T18:00:00Z') });
    await bill.payment(paidLater, { amount_cents: 600, ...at('2026-11-15T18:00:00Z') });
    await owing({ status: 'void', paid_cents: 0 });
    await owing({ status: 'void', paid_cents: 300, written_off_cents: 700 });
    const before = await read(gym.by.admin, 'to-collect?from=2026-11-01&to=2026-11-10');
    expect(before.totals).toEqual({ toCollect: 23, invoices: 3, writtenOff: 0 });
    expect(before.rows[1]).toMatchObject({ key: '8-30', partiallyPaid: 13, open: 10 });
    const after = await read(gym.by.admin, 'to-collect?from=2026-11-11&to=2026-11-20');
    expect(after.totals).toEqual({ toCollect: 0, invoices: 0, writtenOff: 7 });
    expect(after.previous).toEqual(before.totals);
  });

  test('what is paid after a write-off is no longer written off, on the day it is paid', async () => {
    const invoice = await bill.invoice(contactId, {
      created_at: new Date('2026-11-02T18:00:00Z'),
      updated_at: new Date('2026-11-05T18:00:00Z'),
      ...sold(1_000),
      status: 'void',
      paid_cents: 0,
      written_off_cents: 1_000,
    });
    await bill.payment(invoice, { amount_cents: 400, ...at('2026-11-15T18:00:00Z') });
    const first = await read(gym.by.admin, 'to-collect?from=2026-11-01&to=2026-11-10');
    expect(first.totals).toEqual({ toCollect: 0, invoices: 0, writtenOff: 10 });
    const second = await read(gym.by.admin, 'to-collect?from=2026-11-11&to=2026-11-20');
    expect(second.totals).toEqual({ toCollect: 0, invoices: 0, writtenOff: -4 });
  });
});

describe('the parameters of a report', () => {
  test("another company's id is 404, another location's rows are not counted, and all locations are all that one may see", async () => {
    const other = invoiceBuilders(server, { ...gym, locationId: gym.otherLocationId });
    await bill.invoice(contactId, { ...at('2026-11-10T18:00:00Z'), ...sold(100) });
    await other.invoice(contactId, { ...at('2026-11-10T18:00:00Z'), ...sold(200) });
    const stranger = await builders(server, rival).contact();
    await invoiceBuilders(server, rival).invoice(stranger, { ...at('2026-11-10T18:00:00Z'), ...sold(400) });
    const net = async (caller: Caller, query = '') => (await read(caller, `sales?${november}${query}`)).totals.net;
    expect([
      await net(gym.by.admin),
      await net(gym.by.manager),
      await net(gym.by.admin, `&locationId=${gym.otherLocationId}`),
    ]).toEqual([3, 1, 2]);
    for (const kind of reportKinds) {
      expect((await gym.by.admin.get(`/reports/${kind}?locationId=${rival.locationId}`)).status).toBe(404);
      expect((await gym.by.admin.get(`/reports/${kind}/csv?locationId=${rival.locationId}`)).status).toBe(404);
    }
  });

  test.each([
    ['from=2026-11-02&to=2026-11-01', 'The first day must not be after the last'],
    ['from=2020-01-01&to=2026-11-01', 'A report covers at most 1830 days'],
    ['from=2026-02-30', 'Enter a date as YYYY-MM-DD'],
  ])('%s is refused', async (query, message) => {
    expect(await gym.by.admin.get(`/reports/sales?${query}`)).toMatchObject({ status: 400, body: { message } });
  });

  test('a report covers at most 1,830 days, with `to` or without', async () => {
    const ask = async (query: string) => (await gym.by.admin.get(`/reports/sales?${query}`)).status;
    expect([await ask('from=1900-01-01&to=1905-01-04'), await ask('from=1900-01-01&to=1905-01-05')]).toEqual([
      200, 400,
    ]);
    expect([await ask('from=2021-11-17'), await ask('from=2021-11-16')]).toEqual([200, 400]);
  });

  test('only sales are grouped by category', async () => {
    expect((await gym.by.admin.get('/reports/payments?groupBy=category')).status).toBe(400);
  });

  test('without days it is this month until today', async () => {
    expect(await read(gym.by.admin, 'sales')).toMatchObject({ from: '2026-11-01', to: '2026-11-20' });
  });

  test('the file has the same figures as the table, and runs no formula', async () => {
    await bill.invoice(contactId, { ...at('2026-11-10T18:00:00Z'), ...sold(1_250, 100) }, [
      { name: '=1+1', price_cents: 1_250, total_cents: 1_250 },
    ]);
    const { body, headers } = await gym.by.manager.get(`/reports/sales/csv?${november}&groupBy=item`);
    expect(body).toBe("\uFEFFItem,Sales before tax,Tax,Gross sales,Refunds,Net sales\r\n'=1+1,12.5,1,13.5,0,12.5\r\n");
    expect(headers['content-disposition']).toContain('sales-2026-11-01-2026-11-30.csv');
  });
});

test('this month is compared with the same days of the month before, or of last year', async () => {
  for (const [day, cents] of [
    ['2025-11-05', 400],
    ['2026-10-05', 200],
    ['2026-10-25', 300],
    ['2026-11-05', 100],
  ] as const)
    await bill.invoice(contactId, { ...at(`${day}T18:00:00Z`), ...sold(cents) });
  const days = 'from=2026-11-01&to=2026-11-20';
  expect(await read(gym.by.manager, `sales?${days}`)).toMatchObject({
    comparedWith: { from: '2026-10-01', to: '2026-10-20' },
    totals: { net: 1 },
    previous: { net: 2 },
  });
  expect(await read(gym.by.manager, `sales?${days}&compareWith=year`)).toMatchObject({
    comparedWith: { from: '2025-11-01', to: '2025-11-20' },
    previous: { net: 4 },
  });
  expect((await gym.by.manager.get(`/reports/sales?${days}&compareWith=moon`)).status).toBe(400);
  server.clock.now = new Date('2026-12-01T18:00:00Z');
  expect(await read(await server.as(gym.users.manager), 'sales')).toMatchObject({
    from: '2026-12-01',
    comparedWith: { from: '2026-11-01', to: '2026-11-01' },
  });
});
