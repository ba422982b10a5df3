import { describe, expect, test } from 'vitest';
import { reportKinds } from '#domain/reports/reportLayouts.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym, type Gym } from '#tests/support/gym.ts';
import { invoiceBuilders } from '#tests/support/invoices.ts';
import { at, november } from '#tests/support/reports.ts';
import { type Caller, sharedServer } from '#tests/support/server.ts';
import { createStaff } from '#tests/support/staff.ts';

const server = await sharedServer();
server.clock.now = new Date('2026-11-20T19:00:00Z');

const archive = (gym: Gym) => gym.by.admin.delete(`/locations/${gym.otherLocationId}`);

/** Everything that adds up over all locations, as text. */
async function totalsFor(caller: Caller, { companyId }: Gym): Promise<Record<string, string>> {
  const paths = [
    ...reportKinds.flatMap((kind) => [`/reports/${kind}?${november}`, `/reports/${kind}/csv?${november}`]),
    ...['category', 'item', 'staff'].map((grouping) => `/reports/sales?${november}&groupBy=${grouping}`),
    `/accounting/preview?companyId=${companyId}&${november}`,
    `/accounting/export?companyId=${companyId}&${november}`,
    `/drawers`,
    `/attention`,
    `/invoices?limit=100`,
    `/reconciliations?companyId=${companyId}`,
  ];
  const read: Record<string, string> = {};
  for (const path of paths) {
    const { status, body } = await caller.get(path);
    expect([path, status]).toEqual([path, 200]);
    read[path] = JSON.stringify(body);
  }
  return read;
}

/** A gym whose second location has sold, refunded, written off and closed a drawer, and whose member has moved since. */
async function createGymWithHistory() {
  const gym = await createGym(server);
  const there = { companyId: gym.companyId, locationId: gym.otherLocationId };
  const make = builders(server, there);
  const bill = invoiceBuilders(server, there);
  const contactId = await make.contact();
  const plan = await make.plan({ location_id: gym.otherLocationId });
  const bought = await bill.invoice(
    contactId,
    { ...at('2026-11-05T18:00:00Z'), kind: 'purchase', total_cents: 5_024, subtotal_cents: 5_000 },
    [{ type: 'membership', item_id: plan, total_cents: 5_000 }],
  );
  await bill.payment(bought, { ...at('2026-11-05T18:00:00Z'), amount_cents: 5_024 });
  await bill.payment(bought, { ...at('2026-11-09T18:00:00Z'), amount_cents: 1_000, status: 'refunded' });
  await make.contactMembership(contactId, {
    membership_id: plan,
    location_id: gym.otherLocationId,
    invoice_id: bought,
    start_date: '2026-11-05',
    end_date: '2026-12-04',
    purchase_date: new Date('2026-11-05T18:00:00Z'),
    auto_renew: false,
  });
  await bill.invoice(contactId, {
    ...at('2026-11-06T18:00:00Z'),
    status: 'void',
    written_off_cents: 324,
    paid_cents: 0,
    closed_reason: 'Gone',
  });
  await make.checkin(contactId, { checkin_time: new Date('2026-11-07T18:00:00Z') });
  const { body } = await gym.by.admin.post('/drawers', { body: { locationId: gym.otherLocationId, float: 300 } });
  expect((await gym.by.admin.post(`/drawers/${body.drawer.id}/close`, { body: { counted: 290 } })).status).toBe(200);
  await server.database.scoped([gym.companyId], (tx) =>
    tx.updateTable('contacts').set({ home_location_id: gym.locationId }).where('id', '=', contactId).execute(),
  );
  return { gym, make, bill, contactId, drawerId: body.drawer.id as string };
}

describe('what was sold at an archived location stays in every total of the company', () => {
  test('each report, journal, list and file reads the same before and after, for admins and for managers of both', async () => {
    const { gym, drawerId } = await createGymWithHistory();
    const { at: grant, grantee } = createStaff(() => ({ server, gym }));
    const { caller: manager } = await grantee(grant(gym.locationId, 'manager'), grant(gym.otherLocationId, 'manager'));
    const readers = [gym.by.admin, manager];
    const before = await Promise.all(readers.map((reader) => totalsFor(reader, gym)));
    const { body } = await gym.by.admin.get(`/reports/sales?${november}`);
    expect(body.report.totals.net).toBe(53);
    expect((await archive(gym)).status).toBe(200);
    for (const [index, reader] of readers.entries()) {
      expect(await totalsFor(reader, gym)).toEqual(before[index]);
      expect((await reader.get(`/drawers/${drawerId}`)).body.drawer).toMatchObject({ float: 300, counted: 290 });
    }
    expect((await gym.by.admin.get(`/activity/csv?companyId=${gym.companyId}`)).body).toContain('Drawer #1');
    const history = await manager.get(`/activity?companyId=${gym.companyId}&recordType=drawer&recordId=${drawerId}`);
    expect(history.body.entries.map(({ action }: { action: string }) => action)).toEqual([
      'drawer.closed',
      'drawer.opened',
    ]);
  });

  test('it is no part of the totals of those who did not work there, and no location to ask for', async () => {
    const { gym, drawerId } = await createGymWithHistory();
    const before = await gym.by.manager.get(`/reports/sales?${november}`);
    await archive(gym);
    expect((await gym.by.manager.get(`/reports/sales?${november}`)).body).toEqual(before.body);
    expect((await gym.by.manager.get(`/drawers/${drawerId}`)).status).toBe(404);
    expect((await gym.by.admin.get(`/reports/sales?${november}&locationId=${gym.otherLocationId}`)).status).toBe(404);
    const rival = await createGym(server);
    expect((await rival.by.admin.get(`/drawers/${drawerId}`)).status).toBe(404);
    expect((await rival.by.admin.get(`/reports/sales?${november}`)).body.report.totals.net).toBe(0);
  });
});

describe('a location is not archived with an open drawer, open invoices or parked sales', () => {
  test('the answer counts them, and says what to do', async () => {
    const gym = await createGym(server);
    const there = { companyId: gym.companyId, locationId: gym.otherLocationId };
    const contactId = await builders(server, gym).contact();
    const item = await builders(server, there).salesItem();
    const { body: opened } = await gym.by.admin.post('/drawers', {
      body: { locationId: gym.otherLocationId, float: 300 },
    });
    const owed = { status: 'open' as const, due_cents: 324 };
    const invoices = [
      await invoiceBuilders(server, there).invoice(contactId, owed),
      await invoiceBuilders(server, there).invoice(contactId, owed),
    ];
    const { body: parked } = await gym.by.admin.post('/parked-sales', {
      body: { locationId: gym.otherLocationId, items: [{ salesItemId: item, quantity: 1 }] },
    });

    expect(await archive(gym)).toMatchObject({
      status: 409,
      body: {
        message:
          'Its cash drawer is open. Count and close it first. 2 invoices are open here. Collect, void or write off what is due first. 1 sale is parked here. Finish or discard what is parked first.',
        contacts: 0,
        drawers: 1,
        invoices: 2,
        parkedSales: 1,
      },
    });
    await gym.by.admin.post(`/drawers/${opened.drawer.id}/close`, { body: { counted: 300 } });
    await gym.by.admin.delete(`/parked-sales/${parked.parkedSale.id}`);
    for (const id of invoices)
      expect((await gym.by.admin.post(`/invoices/${id}/void`, { body: { reason: 'Mistake' } })).status).toBe(200);
    expect((await archive(gym)).status).toBe(200);
  });

  test('of archiving and of opening its drawer at the same time only one side wins', async () => {
    for (let round = 0; round < 5; round += 1) {
      const gym = await createGym(server);
      const [archived, opened] = await Promise.all([
        archive(gym),
        gym.by.admin.post('/drawers', { body: { locationId: gym.otherLocationId, float: 1 } }),
      ]);
      expect([
        [200, 404],
        [409, 201],
      ]).toContainEqual([archived.status, opened.status]);
    }
  });
});
