import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { todayIn } from '#domain/shared/dates.ts';
import { chargedSale } from '#tests/support/chargedSale.ts';
import { invoiceBuilders } from '#tests/support/invoices.ts';
import { createPayingGym, payingServer, type PayingGym } from '#tests/support/payingGym.ts';

const { stripe, server } = await payingServer();
let gym: PayingGym;
let drawerId: string;
beforeEach(async () => {
  gym = await createPayingGym(server, stripe);
  await gym.till.cash([{ salesItemId: await gym.make.salesItem(), quantity: 1 }]);
  await later();
  drawerId = (await gym.by.manager.post('/drawers', { body: { locationId: gym.locationId, float: 100 } })).body.drawer
    .id;
});

const later = async () => server.advance({ seconds: 1 });
const read = async () => (await gym.by.manager.get(`/drawers/${drawerId}`)).body.drawer;

/** A cash sale of $6.48, a check of $3.24, a plan of $54.00 by cash, a card sale, a void one, and one at the other location. */
async function createDay() {
  const salesItemId = await gym.make.salesItem();
  await later();
  await gym.till.cash([{ salesItemId, quantity: 2 }]);
  const sale = {
    contactId: gym.contactId,
    locationId: gym.locationId,
    items: [{ salesItemId, quantity: 1 }],
    paymentMethod: 'other',
    otherMethod: 'Check',
  };
  await gym.by.manager.post('/sales-items/purchase', { body: sale });
  const membershipId = await gym.make.plan({ price_cents: 5_000 });
  const startDate = todayIn(gym.timezone, server.clock.now);
  await gym.by.operator.post('/memberships/purchase', {
    body: { contactId: gym.contactId, membershipId, startDate, autoRenew: false, paymentMethod: 'cash' },
  });
  await chargedSale(gym);
  await gym.deliverAll();
  const voided = await invoiceBuilders(server, gym).invoice(gym.contactId, {
    status: 'open',
    total_cents: 10_800,
    tax_cents: 800,
    due_cents: 10_800,
    created_at: server.clock.now,
    updated_at: server.clock.now,
  });
  await later();
  await gym.by.manager.post(`/invoices/${voided}/void`, { body: { reason: 'A mistake' } });
  await invoiceBuilders(server, { ...gym, locationId: gym.otherLocationId }).invoice(gym.contactId, {
    created_at: server.clock.now,
  });
  await later();
}

test('the X report is of this location and of the time since it was opened: by method, tax rate, category, staff, voids', async () => {
  await createDay();
  const report = await read();
  const card = report.byMethod.find(({ method }: { method: string }) => method === 'card').amount;
  expect(report.byMethod).toEqual([
    { method: 'cash', name: 'Cash', count: 2, amount: 60.48, refunded: 0 },
    { method: 'card', name: 'Card', count: 1, amount: expect.any(Number), refunded: 0 },
    { method: 'other', name: 'Check', count: 1, amount: 3.24, refunded: 0 },
  ]);
  const sold = (await gym.books.invoices()).filter(
    ({ location_id, status, created_at }) =>
      location_id === gym.locationId && status === 'paid' && created_at >= new Date(report.openedAt),
  );
  const sum = (field: 'subtotal_cents' | 'tax_cents' | 'total_cents') =>
    sold.reduce((total, invoice) => total + invoice[field], 0) / 100;
  expect(report.byTaxRate).toEqual([
    { rate: 0.08, count: 4, net: sum('subtotal_cents'), tax: sum('tax_cents'), gross: sum('total_cents') },
  ]);
  expect(report.byCategory).toEqual([
    { category: 'membership', quantity: 1, net: 50 },
    { category: 'sales_item', quantity: expect.any(Number), net: Number((sum('subtotal_cents') - 50).toFixed(2)) },
  ]);
  expect(report.byStaff).toEqual(
    expect.arrayContaining([
      { staffId: expect.any(String), name: 'Sam operator', count: 1, gross: 54 },
      { staffId: expect.any(String), name: 'Sam manager', count: 1, gross: 3.24 },
      { staffId: expect.any(String), name: 'Sam point_of_sale', count: 2, gross: Number((6.48 + card).toFixed(2)) },
    ]),
  );
  expect(report.voids).toEqual({ count: 1, amount: 108 });
  expect(report.refunds).toEqual({ count: 0, amount: 0 });
});

test('a sale whose rest was written off counts by tax rate, category and staff, in the X report and the Z report', async () => {
  await later();
  const membershipId = await gym.make.plan({ price_cents: 10_000 });
  const startDate = todayIn(gym.timezone, server.clock.now);
  const { body: sold } = await gym.by.operator.post('/memberships/purchase', {
    body: { contactId: gym.contactId, membershipId, startDate, autoRenew: false },
  });
  const at = `/invoices/${sold.invoice.id}`;
  expect((await gym.by.operator.post(`${at}/payments`, { body: { method: 'cash', amount: 40 } })).status).toBe(201);
  expect((await gym.by.manager.post(`${at}/write-off`, { body: { reason: 'Moved away' } })).status).toBe(200);
  await later();
  const parts = {
    byMethod: [{ method: 'cash', name: 'Cash', count: 1, amount: 40, refunded: 0 }],
    byTaxRate: [{ rate: 0.08, count: 1, net: 100, tax: 8, gross: 108 }],
    byCategory: [{ category: 'membership', quantity: 1, net: 100 }],
    byStaff: [{ name: 'Sam operator', count: 1, gross: 108 }],
    voids: { count: 0, amount: 0 },
  };
  expect(await read()).toMatchObject(parts);
  const { body: closed } = await gym.by.manager.post(`/drawers/${drawerId}/close`, { body: { counted: 140 } });
  expect(closed.drawer.report ?? closed.drawer).toMatchObject(parts);
});

test('a discount is off its category, and what is written off is no void but a sale', async () => {
  const salesItemId = await gym.make.salesItem({ price_cents: 1_000 });
  await later();
  const items = [{ salesItemId, quantity: 1, discount: { percent: 10, reason: 'Damaged' } }];
  expect(
    (
      await gym.by.manager.post('/sales-items/purchase', {
        body: { contactId: gym.contactId, locationId: gym.locationId, items, paymentMethod: 'cash' },
      })
    ).status,
  ).toBe(201);
  const owed = await invoiceBuilders(server, gym).invoice(gym.contactId, {
    status: 'overdue',
    total_cents: 10_800,
    tax_cents: 800,
    due_cents: 10_800,
    created_at: server.clock.now,
    updated_at: server.clock.now,
  });
  await later();
  expect((await gym.by.manager.post(`/invoices/${owed}/write-off`, { body: { reason: 'Moved away' } })).status).toBe(
    200,
  );
  await later();
  expect(await read()).toMatchObject({
    byCategory: [{ category: 'sales_item', quantity: 2, net: 109 }],
    voids: { count: 0, amount: 0 },
  });
});

test('a card payment counts when Stripe says that it succeeded, not when it was begun', async () => {
  const { succeeded } = await chargedSale(gym);
  expect((await read()).byMethod).toEqual([]);
  await gym.deliver(succeeded);
  await later();
  expect((await read()).byMethod).toMatchObject([{ method: 'card', count: 1 }]);
});

test('refunds to cards are listed beside the payments, even those of earlier days', async () => {
  const { invoiceId } = await chargedSale(gym);
  await gym.deliverAll();
  await later();
  await gym.by.manager.post(`/drawers/${drawerId}/close`, { body: { counted: 100 } });
  await later();
  drawerId = (await gym.by.manager.post('/drawers', { body: { locationId: gym.locationId, float: 100 } })).body.drawer
    .id;
  await later();
  expect(
    (
      await gym.by.manager.post(`/invoices/${invoiceId}/refunds`, {
        body: { amount: 1, destination: 'card', reason: 'Torn' },
      })
    ).status,
  ).toBe(201);
  await gym.deliverAll();
  await later();
  expect(await read()).toMatchObject({
    byMethod: [{ method: 'card', name: 'Card', count: 0, amount: 0, refunded: 1 }],
    refunds: { count: 1, amount: 1 },
    cashRefunds: 0,
    expected: 100,
  });
});

test('a payment or sale between two drawers is in the next report, once', async () => {
  const { succeeded } = await chargedSale(gym);
  await later();
  const first = (await gym.by.manager.post(`/drawers/${drawerId}/close`, { body: { counted: 100 } })).body.drawer;
  expect(first).toMatchObject({ byMethod: [], byCategory: [{ category: 'sales_item', quantity: 1 }] });
  await later();
  // Between the drawers: the card payment succeeds, a towel is sold for cash and refunded, and a check comes in.
  await gym.deliver(succeeded);
  const salesItemId = await gym.make.salesItem();
  const { body: sold } = await gym.till.cash([{ salesItemId, quantity: 1 }]);
  expect(
    (
      await gym.by.manager.post(`/invoices/${sold.invoice.id}/refunds`, {
        body: { amount: 1, destination: 'cash', reason: 'Torn' },
      })
    ).status,
  ).toBe(201);
  const sale = {
    contactId: gym.contactId,
    locationId: gym.locationId,
    items: [{ salesItemId, quantity: 1 }],
    paymentMethod: 'other',
    otherMethod: 'Check',
  };
  await gym.by.manager.post('/sales-items/purchase', { body: sale });
  await later();
  drawerId = (await gym.by.manager.post('/drawers', { body: { locationId: gym.locationId, float: 100 } })).body.drawer
    .id;
  await later();
  const payments = [
    { method: 'cash', name: 'Cash without a drawer', count: 1, amount: 3.24, refunded: 1 },
    { method: 'card', name: 'Card', count: 1, amount: 10.8, refunded: 0 },
    { method: 'other', name: 'Check', count: 1, amount: 3.24, refunded: 0 },
  ];
  expect(await read()).toMatchObject({
    reportFrom: first.closedAt,
    byMethod: payments,
    byCategory: [{ category: 'sales_item', quantity: 2 }],
    refunds: { count: 1, amount: 1 },
    // Nothing of it was in the drawer.
    cashSales: 0,
    cashRefunds: 0,
    expected: 100,
  });
  await gym.by.manager.post(`/drawers/${drawerId}/close`, { body: { counted: 100 } });
  expect((await read()).byMethod).toEqual(payments);
  await later();
  drawerId = (await gym.by.manager.post('/drawers', { body: { locationId: gym.locationId, float: 100 } })).body.drawer
    .id;
  await later();
  expect(await read()).toMatchObject({ byMethod: [], byCategory: [], refunds: { count: 0 } });
});

test('the Z report stays as it was when the drawer was closed', async () => {
  await createDay();
  const x = await read();
  const closed = await gym.by.manager.post(`/drawers/${drawerId}/close`, { body: { counted: 160.48 } });
  expect(closed.body.drawer).toEqual({
    ...x,
    status: 'closed',
    counted: 160.48,
    difference: 0,
    note: null,
    closedAt: server.clock.now.toISOString(),
    closedBy: { id: gym.users.manager.id, name: 'Sam manager' },
  });
  await createDay();
  await server.database.scoped([gym.companyId], (tx) =>
    sql`update invoices set total_cents = total_cents where status = 'paid'`.execute(tx),
  );
  await server.database.unscoped
    .updateTable('users')
    .set({ first_name: 'Samantha' })
    .where('id', '=', gym.users.manager.id)
    .execute();
  expect(await read()).toEqual(closed.body.drawer);
});

test('the database keeps a closed drawer and every movement as they are', async () => {
  await gym.till.cash([{ salesItemId: await gym.make.salesItem(), quantity: 1 }]);
  await gym.by.manager.post(`/drawers/${drawerId}/close`, { body: { counted: 100 } });
  const run = (statement: ReturnType<typeof sql>) =>
    server.database.scoped([gym.companyId], (tx) => statement.execute(tx));
  await expect(run(sql`update drawers set counted_cents = 0`)).rejects.toThrow('A closed drawer is never changed');
  await expect(run(sql`delete from drawers`)).rejects.toThrow('permission denied');
  await expect(run(sql`update drawer_movements set amount_cents = 1`)).rejects.toThrow('permission denied');
  await expect(run(sql`delete from drawer_movements`)).rejects.toThrow('permission denied');
});
