import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { beforeEach, expect, test } from 'vitest';
import { allModules } from '#server/modules.ts';
import { purgeExpired } from '#server/platform/jobs/housekeeping.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym, type Gym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

let gym: Gym;
let add: ReturnType<typeof builders>;

const server = await sharedServer();
beforeEach(async () => {
  gym = await createGym(server);
  add = builders(server, gym);
});

const lists = [
  'contacts',
  'contacts?memberFilter=members',
  'contacts?memberFilter=non-members',
  'checkins',
  'checkins?accessGranted=denied',
  'invoices',
  'door-log',
];

/** The totals of the lists at a location, and the number of rows read to the last page. */
async function totalsAndRows(locationId: string) {
  const found: Record<string, { total: number; rows: number }> = {};
  for (const list of lists) {
    const separator = list.includes('?') ? '&' : '?';
    const { body } = await gym.by.admin.get(`/${list}${separator}locationId=${locationId}&limit=1000`);
    const [slug = ''] = list.split('?');
    const rows = body[slug === 'door-log' ? 'entries' : slug];
    found[list] = { total: body.pagination.total, rows: rows.length };
  }
  return found;
}

async function expectExact(...counts: readonly number[]): Promise<void> {
  for (const locationId of [gym.locationId, gym.otherLocationId]) {
    for (const [list, { total, rows }] of Object.entries(await totalsAndRows(locationId)))
      expect({ list, total }).toEqual({ list, total: rows });
  }
  const at = await totalsAndRows(gym.locationId);
  expect([at.contacts?.total, at.checkins?.total]).toEqual(counts);
}

const change = (query: ReturnType<typeof sql>) => server.database.scoped([gym.companyId], (tx) => query.execute(tx));

test('totals follow rows that are added, moved, archived, restored and deleted', async () => {
  const [maya, noah, zoe] = [await add.contact(), await add.contact(), await add.contact()];
  await add.contactMembership(maya);
  await add.contactMembership(noah, { end_date: '2021-01-01' });
  const visit = await add.checkin(maya);
  await add.checkin(noah, { access_granted: false, reason: 'Membership has expired' });
  await expectExact(3, 2);

  await change(sql`update contacts set home_location_id = ${gym.otherLocationId} where id = ${zoe}`);
  await change(sql`update checkins set location_id = ${gym.otherLocationId} where id = ${visit}`);
  await expectExact(2, 1);
  await change(sql`update contact_memberships set access_enabled = false where contact_id = ${noah}`);
  await change(sql`update contacts set archived_at = now() where id = ${maya}`);
  await expectExact(1, 1);
  await change(sql`update contacts set archived_at = null where id = ${maya}`);
  await expectExact(2, 1);
  await change(sql`delete from contacts where id = ${noah}`);
  await expectExact(1, 0);
});

test('a sale counts among the invoices of its location', async () => {
  const contactId = await add.contact();
  const salesItemId = await add.salesItem();
  for (const quantity of [1, 2]) {
    const body = { contactId, locationId: gym.locationId, paymentMethod: 'cash', items: [{ salesItemId, quantity }] };
    expect((await gym.by.admin.post('/sales-items/purchase', { body })).status).toBe(201);
  }
  const { invoices } = await totalsAndRows(gym.locationId);
  expect(invoices).toEqual({ total: 2, rows: 2 });
});

test('what happens at the doors is counted at its location, narrowed or not', async () => {
  const contactId = await add.contact();
  const rows = sql`
    insert into door_log (id, company_id, location_id, door_name, contact_id, type, at, access_granted, conflict)
    select gen_random_uuid(), ${gym.companyId}::uuid, case when i > 5 then ${gym.otherLocationId}::uuid else ${gym.locationId}::uuid end,
           case when i % 2 = 0 then 'Side' else 'Main' end, case when i < 4 then ${contactId}::uuid end, 'entry', now(), true,
           case when i = 1 then 'blocked' end
      from generate_series(1, 7) as i`;
  await change(rows);
  await expectExact(1, 0);
  const total = async (query: string) =>
    (await gym.by.admin.get(`/door-log?locationId=${gym.locationId}&limit=1${query}`)).body.pagination.total;
  expect(
    await Promise.all(['', '&doorId=Side', `&contactId=${contactId}`, '&conflicts=true'].map((query) => total(query))),
  ).toEqual([5, 2, 3, 1]);
  expect((await gym.by.admin.get('/door-log?limit=1')).body.pagination.total).toBe(7);
  await change(sql`delete from door_log where conflict is not null`);
  await change(sql`update door_log set location_id = ${gym.otherLocationId} where door_name = 'Side'`);
  await expectExact(1, 0);
  expect(await total('')).toBe(2);
});

test('a rollback is not counted', async () => {
  const id = await add.contact();
  const failed = server.database.scoped([gym.companyId], async (tx) => {
    await sql`update contacts set archived_at = now() where id = ${id}`.execute(tx);
    throw new Error('The till is on fire');
  });
  await expect(failed).rejects.toThrow('The till is on fire');
  await expectExact(1, 0);
});

test('three hundred concurrent rows on several connections are counted exactly, even while the counters are compacted', async () => {
  const contacts = await Promise.all(Array.from({ length: 100 }, () => add.contact()));
  await Promise.all([
    ...contacts.map((id) => add.checkin(id)),
    ...contacts.map((id, index) =>
      change(
        sql`update contacts set home_location_id = ${index % 2 ? gym.otherLocationId : gym.locationId} where id = ${id}`,
      ),
    ),
    ...contacts.slice(0, 20).map((id) => change(sql`update contacts set archived_at = now() where id = ${id}`)),
    ...Array.from({ length: 5 }, () => purgeExpired(server.database, new Date(), allModules)),
  ]);
  await expectExact(40, 100);
  await purgeExpired(server.database, new Date(), allModules);
  const { rows } = await server.database.scoped([gym.companyId], (tx) =>
    sql<{ shard: number }>`select distinct shard from row_counters`.execute(tx),
  );
  expect(rows).toEqual([{ shard: 0 }]);
  await expectExact(40, 100);
});

test('a request can neither write the totals nor see those of another company', async () => {
  await add.contact();
  const written = change(sql`update row_counters set amount = 0`);
  await expect(written).rejects.toThrow('permission denied');
  const rival = await createGym(server);
  const seen = await server.database.scoped([rival.companyId], (tx) =>
    sql<{ n: number }>`select count(*) as n from row_counters where company_id = ${gym.companyId}`.execute(tx),
  );
  expect(seen.rows[0]?.n).toBe(0);
});

test('a page of several locations is sorted over all of them, and its total is their sum', async () => {
  const names = ['Ada', 'Bea', 'Cleo', 'Dora', 'Eve'];
  for (const [index, first_name] of names.entries()) {
    await add.contact({ id: uuid(), first_name, home_location_id: index % 2 ? gym.otherLocationId : gym.locationId });
  }
  const page = async (number: number) =>
    (await gym.by.admin.get(`/contacts?limit=2&page=${number}&sortBy=firstName&sortOrder=asc`)).body;
  const [first, second, third] = [await page(1), await page(2), await page(3)];
  const shown = [first, second, third].flatMap(({ contacts }) =>
    contacts.map((row: { contact: { firstName: string } }) => row.contact.firstName),
  );
  expect(shown).toEqual(names);
  expect(third.pagination.total).toBe(5);
});
