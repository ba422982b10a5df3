import { beforeAll, expect, test } from 'vitest';
import type { LedgerFilter } from '#domain/ledger/contract.ts';
import { entriesAmount, figureFilter, rowFilter, tableFilters } from '#domain/ledger/figures.ts';
import type { Report, ReportRow } from '#domain/reports/contract.ts';
import { getFigure, type FigureName } from '#domain/reports/reportFigures.ts';
import { reportLayouts, type ReportKind } from '#domain/reports/reportLayouts.ts';
import { createDrawerGym, ledgerQueryText, reportLines, type DrawerGym } from '#tests/support/drawers.ts';
import { invoiceBuilders } from '#tests/support/invoices.ts';
import { readReport } from '#tests/support/reports.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const days = { from: '2026-11-01', to: '2026-11-20' };
let gym: DrawerGym;

/** Three weeks of a gym: towels, fees and a plan at two locations, paid in every way, refunded, voided and written off. */
beforeAll(async () => {
  server.clock.now = new Date('2026-11-20T20:00:00Z');
  gym = await createDrawerGym(server);
  const planId = await gym.make.plan();
  const on = (day: string) => new Date(`2026-${day}T20:00:00Z`);
  const owing = { status: 'open' as const, tax_cents: 0, paid_cents: 0 };
  const elsewhere = invoiceBuilders(server, { companyId: gym.companyId, locationId: gym.otherLocationId });
  for (const [{ invoice, payment }, name] of [
    [gym.invoices, 'Sign-up fee'],
    [elsewhere, 'Locker fee'],
  ] as const) {
    const paid = await invoice(
      gym.contactId,
      { subtotal_cents: 7_900, tax_cents: 640, total_cents: 8_540, created_at: on('11-03'), updated_at: on('11-03') },
      [
        {
          type: 'membership',
          item_id: planId,
          name: 'Gold',
          price_cents: 6_000,
          total_cents: 5_900,
          discount_cents: 100,
          discount_reason: 'A friend',
        },
        { type: 'location_fee', name, price_cents: 2_000, total_cents: 2_000 },
      ],
    );
    await payment(paid, { method: 'card', amount_cents: 8_540, created_at: on('11-03') });
    await payment(paid, { method: 'card', amount_cents: 8_540, status: 'refunded', created_at: on('11-19') });
    await invoice(gym.contactId, {
      ...owing,
      total_cents: 4_000,
      due_cents: 4_000,
      created_at: on('10-12'),
      updated_at: on('10-12'),
    });
  }
  await gym.invoices.invoice(gym.contactId, {
    ...owing,
    status: 'void',
    total_cents: 3_000,
    written_off_cents: 3_000,
    created_at: on('10-10'),
    updated_at: on('11-10'),
  });
  const [split, voided] = [
    await gym.invoices.invoice(gym.contactId, {
      ...owing,
      total_cents: 2_500,
      due_cents: 2_500,
      created_at: on('11-12'),
    }),
    await gym.invoices.invoice(gym.contactId, {
      ...owing,
      total_cents: 700,
      due_cents: 700,
      created_at: server.clock.now,
    }),
  ];
  await gym.opened(100);
  const { body } = await gym.sell(2);
  await gym.sell();
  await post(`/invoices/${body.invoice.id}/refunds`, { amount: 2.16, destination: 'cash', reason: 'Torn' });
  await post(`/invoices/${split}/payments`, { method: 'cash', amount: 5 });
  await post(`/invoices/${split}/payments`, { method: 'other', otherMethod: 'Check', reference: '7', amount: 8 });
  await post(`/invoices/${voided}/void`, { reason: 'A mistake' });
});

const post = async (path: string, body: object) => {
  const response = await gym.by.manager.post(path, { body });
  if (response.status >= 300) throw new Error(`${path} ${response.status} ${JSON.stringify(response.body)}`);
};

const readLedger = async (filter: Partial<LedgerFilter>) => {
  const { status, body } = await gym.by.admin.get(`/ledger?${ledgerQueryText(filter)}`);
  expect([status, body.errors]).toEqual([200, undefined]);
  return entriesAmount(filter, body.totals);
};

/** Each figure that leads to the ledger, beside what the ledger says there. */
async function compare(kind: ReportKind, groupBy: string, place: Partial<LedgerFilter>) {
  const query = ledgerQueryText({ ...place, ...days });
  const report: Report = await readReport(gym.by.admin, `${kind}?${query}&groupBy=${groupBy}`);
  const { totals, figures, tables } = reportLayouts[kind];
  const shown: Record<string, unknown> = {};
  const booked: Record<string, unknown> = {};
  const add = async (
    what: string,
    names: readonly FigureName[],
    row: Partial<Record<FigureName, number | null>>,
    narrower: Partial<LedgerFilter> | undefined,
  ) => {
    for (const name of names) {
      const filter = narrower && figureFilter(name, report);
      if (!filter) continue;
      shown[`${what}: ${getFigure(name).label}`] = row[name];
      const amount = await readLedger({ ...place, ...filter, ...narrower });
      booked[`${what}: ${getFigure(name).label}`] = amount === undefined ? amount : Math.round(amount * 100) / 100;
    }
  };
  await add('totals', totals, report.totals, {});
  for (const row of report.rows) await add(row.label, figures, row, rowFilter(kind, report.groupBy, report, row.key));
  for (const [name, table] of Object.entries(tables))
    for (const row of report.tables[name] ?? ([] as ReportRow[]))
      await add(`${name} ${row.label} ${row.key}`, table.figures, row, tableFilters[name]?.(row.key));
  return { shown, booked };
}

test.each<[ReportKind, string, number]>([
  ['overview', 'day', 43],
  ['overview', 'week', 11],
  ['sales', 'day', 114],
  ['sales', 'month', 19],
  ['sales', 'category', 29],
  ['sales', 'item', 39],
  ['sales', 'staff', 24],
  ['payments', 'week', 29],
  ['to-collect', 'day', 5],
])('every figure of %s by %s leads to postings that add up to it', async (kind, groupBy, count) => {
  for (const place of [{}, { locationId: gym.locationId }]) {
    const { shown, booked } = await compare(kind, groupBy, place);
    expect(booked).toEqual(shown);
    if (!('locationId' in place)) expect(Object.keys(shown)).toHaveLength(count);
  }
});

test('money in today leads to the payments of today', async () => {
  const { body } = await gym.by.manager.get(`/reports/today?locationId=${gym.locationId}`);
  const { date, ...today } = body.today;
  for (const name of ['moneyIn', 'cash', 'card', 'other', 'moneyRefunded', 'toCollect'] as const)
    expect([
      name,
      await readLedger({ locationId: gym.locationId, ...figureFilter(name, { from: date, to: date }) }),
    ]).toEqual([name, today[name]]);
});

test('every line of a Z report leads to postings that add up to it', async () => {
  // A void is dated by the database, too.
  server.clock.now = new Date(Date.now() - 1_800_000);
  const other = await createDrawerGym(server);
  const pass = () => server.advance({ minutes: 1 });
  const act = async (path: string, body: object) => {
    pass();
    const { status } = await other.by.manager.post(path, { body });
    expect([path, status]).toEqual([path, expect.toSatisfy((code: number) => code < 300)]);
  };
  const owing = { status: 'open' as const, tax_cents: 0, paid_cents: 0, total_cents: 900, due_cents: 900 };
  const first = await other.opened(80);
  pass();
  await other.manager.close(first, { counted: 80 });
  // Between two drawers.
  pass();
  await other.sell();
  pass();
  const id = await other.opened(79);
  pass();
  const sold = await other.sell(2);
  await act(`/invoices/${sold.body.invoice.id}/refunds`, { amount: 1, destination: 'cash', reason: 'Torn' });
  const make = () => other.invoices.invoice(other.contactId, { ...owing, created_at: server.clock.now });
  await act(`/invoices/${await make()}/payments`, { method: 'other', otherMethod: 'Check', amount: 9 });
  await act(`/invoices/${await make()}/void`, { reason: 'A mistake' });
  await act(`/drawers/${id}/movements`, { type: 'in', amount: 20, reason: 'Change' });
  await act(`/drawers/${id}/movements`, { type: 'out', amount: 7.5, reason: 'Stamps' });
  server.clock.now = new Date(Date.now() + 1_000);
  await other.manager.close(id, { counted: 94 });
  pass();
  await other.sell();

  const lines = await reportLines(other, id);
  expect(lines.map(({ booked }) => booked)).toEqual(lines.map(({ shown }) => shown));
  expect(lines.map(({ label }) => label)).toEqual([
    'Starting cash',
    'Cash sales',
    'Cash refunds',
    'Cash in',
    'Cash out',
    'Expected',
    'Counted',
    'Over or short',
    'Starting cash against it',
    'Change',
    'Stamps',
    'Cash',
    'Cash refunded',
    'Cash without a drawer',
    'Check',
    '8%',
    'Sales item',
    'Renewals',
    'Sam point_of_sale',
    'Voids',
    'Refunds',
  ]);
});
