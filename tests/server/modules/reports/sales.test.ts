import { beforeEach, expect, test } from 'vitest';
import type { Gym } from '#tests/support/gym.ts';
import { at, november, readReport as read, reportedGym, sold, type ReportedGym } from '#tests/support/reports.ts';
import { createTill } from '#tests/support/sales.ts';
import { sharedServer } from '#tests/support/server.ts';

let gym: Gym;
let make: ReportedGym['make'];
let bill: ReportedGym['bill'];
let contactId: string;

const server = await sharedServer();
beforeEach(async () => {
  ({ gym, make, bill, contactId } = await reportedGym(server));
});

test('a sale of today is in the sales and the payments of today, by day, category, item and staff', async () => {
  const itemId = await make.salesItem({ name: 'Towel', price_cents: 1_000 });
  const { body } = await createTill(gym.by.manager, gym.locationId, contactId).cash([
    { salesItemId: itemId, quantity: 2 },
  ]);
  expect(body.invoice).toMatchObject({ subtotal: 20, tax: 1.6 });
  const today = `locationId=${gym.locationId}&from=2026-11-20&to=2026-11-20`;
  const sales = { net: 20, netAfterRefunds: 20, tax: 1.6, netTax: 1.6, gross: 21.6, refunds: 0 };
  expect(await read(gym.by.manager, `sales?${today}`)).toMatchObject({
    totals: sales,
    previous: { net: 0 },
    rows: [{ key: '2026-11-20', label: 'Nov 20, 2026', ...sales }],
  });
  expect((await read(gym.by.manager, `sales?${today}&groupBy=category`)).rows).toEqual([
    { key: 'sales_item', label: 'Sales items', ...sales },
  ]);
  expect((await read(gym.by.manager, `sales?${today}&groupBy=item`)).rows).toEqual([
    { key: itemId, label: 'Towel', ...sales },
  ]);
  expect((await read(gym.by.manager, `sales?${today}&groupBy=staff`)).rows).toEqual([
    { key: gym.users.manager.id, label: 'Sam manager', ...sales },
  ]);
  const payments = await read(gym.by.manager, `payments?${today}`);
  expect(payments).toMatchObject({
    totals: { moneyIn: 21.6, moneyRefunded: 0 },
    rows: [{ cash: 21.6, card: 0, other: 0 }],
  });
  expect(payments.tables.methods).toEqual([{ key: 'Cash', label: 'Cash', moneyIn: 21.6, moneyRefunded: 0 }]);
  expect((await read(gym.by.manager, `overview?${today}`)).totals).toMatchObject({
    net: 20,
    moneyIn: 21.6,
    toCollect: 0,
  });
});

test.each([
  ['draft', { status: 'draft' as const, paid_cents: 0, due_cents: 1_000 }, 0],
  ['void', { status: 'void' as const, paid_cents: 0 }, 0],
  ['written off', { status: 'void' as const, paid_cents: 0, written_off_cents: 1_000 }, 10],
  ['open', { status: 'open' as const, paid_cents: 0, due_cents: 1_000 }, 10],
  ['partially paid', { status: 'partially_paid' as const, paid_cents: 400, due_cents: 600 }, 10],
  ['overdue', { status: 'overdue' as const, paid_cents: 0, due_cents: 1_000 }, 10],
  ['refunded', { status: 'refunded' as const }, 10],
])('an invoice that is %s counts correctly', async (_state, state, net) => {
  await bill.invoice(contactId, { ...at('2026-11-10T18:00:00Z'), ...sold(1_000), ...state });
  expect((await read(gym.by.admin, `sales?${november}`)).totals.net).toBe(net);
});

test('a void takes the sale back on its own day: the day of the sale stays as it was reported', async () => {
  const itemId = await make.salesItem({ name: 'Towel', price_cents: 1_000 });
  const voided = { status: 'void' as const, ...sold(1_000, 80), paid_cents: 0 };
  await bill.invoice(
    contactId,
    { ...voided, created_at: new Date('2026-11-10T18:00:00Z'), updated_at: new Date('2026-11-20T18:00:00Z') },
    [{ name: 'Towel', item_id: itemId, price_cents: 1_000, total_cents: 1_000 }],
  );
  const sales = { net: 10, netAfterRefunds: 10, tax: 0.8, netTax: 0.8, gross: 10.8, refunds: 0 };
  const back = { net: -10, netAfterRefunds: -10, tax: -0.8, netTax: -0.8, gross: -10.8, refunds: 0 };
  for (const [days, expected] of [
    ['from=2026-11-10&to=2026-11-10', sales],
    ['from=2026-11-20&to=2026-11-20', back],
  ] as const) {
    expect((await read(gym.by.admin, `sales?${days}`)).totals).toEqual(expected);
    expect((await read(gym.by.admin, `sales?${days}&groupBy=item`)).rows).toEqual([
      { key: itemId, label: 'Towel', ...expected },
    ]);
  }
  expect((await read(gym.by.admin, `sales?${november}`)).totals).toMatchObject({
    net: 0,
    netAfterRefunds: 0,
    tax: 0,
    gross: 0,
    refunds: 0,
  });
});

test('a refund of chosen lines counts for them, and what is refunded later for what is left', async () => {
  const [towel, water] = [
    await make.salesItem({ name: 'Towel', price_cents: 1_000 }),
    await make.salesItem({ name: 'Water', price_cents: 3_000 }),
  ];
  const { body } = await createTill(gym.by.manager, gym.locationId, contactId).cash([
    { salesItemId: towel, quantity: 2 },
    { salesItemId: water, quantity: 1 },
  ]);
  const refund = async (what: object) => {
    const chosen = { destination: 'cash', reason: 'Torn', ...what };
    expect((await gym.by.manager.post(`/invoices/${body.invoice.id}/refunds`, { body: chosen })).status).toBe(201);
  };
  const refunds = async () =>
    Object.fromEntries(
      (await read(gym.by.admin, `sales?${november}&groupBy=item`)).rows.map((row) => [row.label, row.refunds]),
    );
  await refund({ lines: [{ position: 0, quantity: 1 }] });
  expect(await refunds()).toEqual({ Towel: 10.8, Water: 0 });
  await refund({ amount: 10 });
  expect(await refunds()).toEqual({ Towel: 13.3, Water: 7.5 });
});

test('sales before and after midnight count on their day in the location’s time zone, even on a clock change', async () => {
  // Denver: daylight saving time ends on November 1, 2026.
  await bill.invoice(contactId, { ...at('2026-11-01T05:59:59.999Z'), ...sold(100) });
  await bill.invoice(contactId, { ...at('2026-11-01T06:00:00Z'), ...sold(200) });
  await bill.invoice(contactId, { ...at('2026-11-02T06:59:59.999Z'), ...sold(400) });
  await bill.invoice(contactId, { ...at('2026-11-02T07:00:00Z'), ...sold(800) });
  const { rows } = await read(gym.by.admin, 'sales?from=2026-10-31&to=2026-11-02');
  expect(rows.map(({ key, net }) => [key, net])).toEqual([
    ['2026-10-31', 1],
    ['2026-11-01', 6],
    ['2026-11-02', 8],
  ]);
  expect((await read(gym.by.admin, 'sales?from=2026-11-01&to=2026-11-01')).totals.net).toBe(6);
  expect((await read(gym.by.admin, 'sales?from=2026-11-02&to=2026-11-02')).previous.net).toBe(6);
});

test('a line has its share of the tax and of a refund, and the shares add up', async () => {
  const lines = [
    { name: 'A', price_cents: 100, total_cents: 100 },
    { name: 'B', price_cents: 100, total_cents: 100 },
    { name: 'C', price_cents: 100, total_cents: 100 },
  ];
  const invoice = await bill.invoice(contactId, { ...at('2026-11-10T18:00:00Z'), ...sold(300, 25) }, lines);
  await bill.payment(invoice, {
    status: 'refunded',
    amount_cents: 100,
    stripe_refund_id: `re_${invoice}`,
    method: 'card',
    ...at('2026-11-12T18:00:00Z'),
  });
  const { rows, totals } = await read(gym.by.admin, `sales?${november}&groupBy=item`);
  expect(totals).toEqual({ net: 3, netAfterRefunds: 2.07, tax: 0.25, netTax: 0.18, gross: 3.25, refunds: 1 });
  expect(rows.map(({ label, tax, refunds }) => [label, tax, refunds])).toEqual([
    ['A', 0.08, 0.33],
    ['B', 0.08, 0.33],
    ['C', 0.09, 0.34],
  ]);
  // The refund counts on its own day, the sale on its own.
  const afterwards = await read(gym.by.admin, 'sales?from=2026-11-12&to=2026-11-12&groupBy=item');
  expect(afterwards.totals).toMatchObject({ net: 0, tax: 0, gross: 0, refunds: 1 });
  expect(afterwards.rows.map(({ net, refunds }) => [net, refunds])).toEqual([
    [0, 0.33],
    [0, 0.33],
    [0, 0.34],
  ]);
});

test('sales tax is summed by rate and location, less the tax of refunds on the day of the refund', async () => {
  const invoice = await bill.invoice(contactId, { ...at('2026-11-10T18:00:00Z'), ...sold(1_000, 80) });
  const lower = { tax_rate: 0.0475, ...sold(2_000, 95) };
  await bill.invoice(contactId, { ...at('2026-11-11T18:00:00Z'), ...lower });
  await bill.invoice(contactId, { ...at('2026-11-11T18:00:00Z'), ...lower, location_id: gym.otherLocationId });
  await bill.payment(invoice, { status: 'refunded', amount_cents: 540, ...at('2026-11-12T18:00:00Z') });
  const here = `locationId=${gym.locationId}`;
  const { totals, tables } = await read(gym.by.admin, `sales?${november}&${here}`);
  expect(totals).toMatchObject({ tax: 1.75, netTax: 1.35 });
  const [low, high] = [
    { netAfterRefunds: 20, tax: 0.95, taxRefunded: 0, netTax: 0.95 },
    { netAfterRefunds: 5, tax: 0.8, taxRefunded: 0.4, netTax: 0.4 },
  ];
  expect(tables.taxRates).toEqual([
    { key: `${gym.locationId} 0.0475`, label: '4.75%', ...low },
    { key: `${gym.locationId} 0.0800`, label: '8%', ...high },
  ]);
  const everywhere = await read(gym.by.admin, `sales?${november}&groupBy=item`);
  expect(everywhere.tables.taxRates?.map(({ label, netTax }) => [label, netTax])).toEqual([
    [`${gym.companyName} North, 4.75%`, 0.95],
    [`${gym.companyName} North, 8%`, 0.4],
    [`${gym.companyName} South, 4.75%`, 0.95],
  ]);
  const afterwards = await read(gym.by.admin, `sales?from=2026-11-12&to=2026-11-12&${here}`);
  expect(afterwards.tables.taxRates).toMatchObject([{ label: '8%', tax: 0, taxRefunded: 0.4, netTax: -0.4 }]);
});

test('weeks begin on Monday, months on the first, and only days of the period count', async () => {
  for (const day of ['2026-10-31', '2026-11-01', '2026-11-02', '2026-11-08', '2026-11-09'])
    await bill.invoice(contactId, { ...at(`${day}T20:00:00Z`), ...sold(100) });
  const weeks = await read(gym.by.admin, 'sales?from=2026-11-01&to=2026-11-10&groupBy=week');
  expect(weeks.rows.map(({ key, label, net }) => [key, label, net])).toEqual([
    ['2026-10-26', 'Week of Oct 26, 2026', 1],
    ['2026-11-02', 'Week of Nov 2, 2026', 2],
    ['2026-11-09', 'Week of Nov 9, 2026', 1],
  ]);
  const months = await read(gym.by.admin, 'sales?from=2026-10-01&to=2026-11-30&groupBy=month');
  expect(months.rows.map(({ label, net }) => [label, net])).toEqual([
    ['Oct 2026', 1],
    ['Nov 2026', 4],
  ]);
});
