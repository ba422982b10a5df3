import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { todayIn } from '#domain/shared/dates.ts';
import { openDatabase, type Database } from '#server/platform/database/database.ts';
import { siblingUrl } from '#server/platform/database/urls.ts';
import { removeDeletedFiles } from '#server/platform/files/deletedFiles.ts';
import { diskStore } from '#server/platform/files/diskStore.ts';
import { allModules } from '#server/modules.ts';
import { purgeExpired } from '#server/platform/jobs/housekeeping.ts';
import { reconcileRefunds } from '#server/modules/invoices/refunds/reportedRefund.ts';
import { renewMemberships } from '#server/modules/contact-memberships/renewals/renew.ts';
import { sweepPayments } from '#server/modules/invoices/cards/openPayments.ts';
import { createPayingGym, type PayingGym } from '#tests/support/payingGym.ts';
import { testServer, type TestServer } from '#tests/support/server.ts';
import { stripeDouble, type StripeDouble } from '#tests/support/stripe/double.ts';

let stripe: StripeDouble;
let server: TestServer;
let gym: PayingGym;
let admin: Client;
beforeAll(async () => {
  stripe = await stripeDouble();
  server = await testServer({ stripeApiUrl: stripe.url });
  server.checksLedger = false;
  gym = await createPayingGym(server, stripe);
  admin = new Client({ connectionString: siblingUrl(inject('adminUrl'), new URL(server.url).pathname.slice(1)) });
  await admin.connect();
});
afterAll(async () => {
  await admin.end();
  await server.close();
  await stripe.close();
});

const companies = 500;

/** Other companies with two locations, two contacts, sales and visits each; their plans end today, and renew. */
const others = `
insert into companies (id, name) select gen_random_uuid(), 'Other ' || n from generate_series(1, ${companies}) n;
insert into locations (id, company_id, name)
  select gen_random_uuid(), c.id, 'Place ' || n from companies c, generate_series(1, 2) n where c.name like 'Other %';
insert into contacts (id, company_id, home_location_id, first_name, last_name, email, phone)
  select gen_random_uuid(), l.company_id, l.id, 'Casey', 'Jones', 'casey' || row_number() over () || '@other.test', '7205550190'
    from locations l where l.name like 'Place %';
insert into memberships (id, company_id, name, type, price_cents, billing_frequency, is_published)
  select gen_random_uuid(), id, 'Monthly', 'no_contract', 4999, 'monthly', true from companies where name like 'Other %';
insert into contact_memberships (id, company_id, contact_id, membership_id, membership_name, membership_type, billing_frequency,
    purchase_price_cents, start_date, end_date, auto_renew, granted_at)
  select gen_random_uuid(), c.company_id, c.id, m.id, m.name, m.type, 'monthly', 4999, current_date - 90, current_date + 20, true, now()
    from contacts c join memberships m on m.company_id = c.company_id where c.email like '%@other.test';
insert into sales_items (id, company_id, location_id, name, price_cents)
  select gen_random_uuid(), company_id, id, 'Water Bottle', 300 from locations where name like 'Place %';
insert into agreements (id, company_id, name) select gen_random_uuid(), id, 'Waiver' from companies where name like 'Other %';
insert into checkins (id, company_id, location_id, contact_id, checkin_time, access_granted)
  select gen_random_uuid(), company_id, home_location_id, id, now(), true from contacts where email like '%@other.test';
insert into invoices (id, company_id, location_id, contact_id, kind, status, subtotal_cents, tax_cents, total_cents, paid_cents, due_cents,
    customer_first_name, customer_last_name, customer_email, location_name, company_name)
  select gen_random_uuid(), company_id, home_location_id, id, 'items', 'paid', 300, 0, 300, 300, 0, 'Casey', 'Jones', email, 'Place', 'Other'
    from contacts where email like '%@other.test';
insert into payments (id, company_id, invoice_id, kind, amount_cents, method, status)
  select gen_random_uuid(), company_id, id, 'payment', 300, 'cash', 'completed' from invoices where company_name = 'Other';
insert into idempotency_keys (company_id, user_id, route, key, body_hash, invoice_id)
  select company_id, id, 'POST /x', 'key', '', id from invoices where company_name = 'Other';
insert into webhook_events (company_id, event_id, type) select id, 'evt', 'x' from companies where name like 'Other %'`;

/** Work on connections of its own. They report what they read when they end, so it waits for their end. */
async function onOwnConnections<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const before = await connections();
  const database = openDatabase({ url: server.url, poolSize: 4 });
  const result = await work(database);
  await database.close();
  await expect.poll(async () => (await connections()).filter((pid) => !before.includes(pid))).toEqual([]);
  return result;
}

const connections = async () => {
  const { rows } = await admin.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database()',
  );
  return rows.map(({ pid }) => pid);
};

/** Every kind of query about this gym's people, and each background job; returns how many rows of each table were read. */
async function rowsRead(): Promise<Map<string, number>> {
  // What this connection has read so far is reported before the reset, not after it.
  await admin.query('select pg_stat_force_next_flush()');
  await admin.query('select pg_stat_reset()');
  await onOwnConnections(callEverything);
  const { rows } = await admin.query<{ table: string; read: string }>(
    `select relname as table, seq_tup_read + coalesce(idx_tup_fetch, 0) as read from pg_stat_user_tables`,
  );
  return new Map(rows.map(({ table, read }) => [table, Number(read)]));
}

async function callEverything(database: Database): Promise<void> {
  const reader = await testServer({ stripeApiUrl: stripe.url }, database);
  const caller = await reader.as(gym.users.admin);
  const { contactId, locationId, companyId } = gym;
  const ids = { planId, itemId, invoiceId };
  const at = `locationId=${locationId}`;
  const paths = [
    '/companies',
    `/companies/${companyId}`,
    `/companies/${companyId}/stripe`,
    '/locations',
    `/locations/${locationId}`,
    '/contacts',
    `/contacts?${at}`,
    `/contacts?${at}&search=o`,
    `/contacts?${at}&search=oak`,
    '/contacts?search=case',
    `/contacts?${at}&search=(720)%20555-0190`,
    `/contacts?${at}&includeVisitors=true`,
    `/contacts?${at}&includeVisitors=true&search=a`,
    `/contacts?${at}&includeVisitors=true&search=555-0190`,
    `/contacts?${at}&memberFilter=members&sortBy=firstName`,
    `/contacts/${contactId}`,
    `/contacts/${contactId}/memberships`,
    `/contacts/${contactId}/standing?${at}`,
    `/contacts/duplicates?phone=7205550190&email=casey@other.test&${at}`,
    '/memberships',
    `/memberships?${at}&search=month`,
    `/memberships/${ids.planId}`,
    `/memberships/${ids.planId}/sales-items`,
    `/memberships/${ids.planId}/preview/${contactId}`,
    '/sales-items',
    `/sales-items?${at}&search=bottle`,
    `/sales-items/${ids.itemId}`,
    '/checkins',
    `/checkins?${at}&search=ann`,
    `/checkins?${at}&search=a`,
    `/checkins?${at}&sortBy=contactFirstName`,
    `/checkins?contactId=${contactId}&search=ann`,
    '/checkins/summary',
    '/agreements',
    `/agreements?${at}&search=w`,
    '/invoices',
    `/invoices?${at}&search=oak`,
    `/invoices?${at}&search=3.24`,
    `/invoices?contactId=${contactId}`,
    `/invoices/${ids.invoiceId}`,
  ];
  for (const path of paths) expect([path, (await caller.get(path)).status]).toEqual([path, 200]);
  const sold = await caller.post('/sales-items/purchase', {
    body: { contactId, locationId, items: [{ salesItemId: ids.itemId, quantity: 1 }], paymentMethod: 'cash' },
  });
  expect(sold.status).toBe(201);
  const startDate = todayIn(gym.timezone, reader.clock.now);
  expect(
    (await caller.post('/memberships/purchase', { body: { contactId, membershipId: ids.planId, startDate } })).status,
  ).toBe(201);
  const visit = await caller.post('/checkins', { body: { contactId, locationId, doorId: 'Front Desk' } });
  expect(visit.status).toBe(403);
  const context = { config: reader.config, database, clock: () => reader.clock.now };
  for (const job of [renewMemberships, sweepPayments, reconcileRefunds]) await job(context);
  await purgeExpired(database, new Date(), allModules);
  await removeDeletedFiles({ database, files: diskStore(reader.filesDirectory) }, new Date());
  await reader.close();
}

let planId: string;
let itemId: string;
let invoiceId: string;

test('no request and no job reads more rows because 500 other companies with 1,000 locations exist', async () => {
  planId = await gym.make.plan();
  itemId = await gym.make.salesItem();
  const { body } = await gym.till.cash([{ salesItemId: itemId, quantity: 1 }]);
  invoiceId = body.invoice.id;
  await admin.query('vacuum analyze');
  const alone = await rowsRead();
  for (const statement of others.split(';\n')) await admin.query(statement);
  await onOwnConnections((database) => purgeExpired(database, new Date(), allModules));
  await admin.query('vacuum analyze');
  const among = await rowsRead();
  const costlier = [...among].filter(([table, read]) => read > (alone.get(table) ?? 0) + 300);
  expect(costlier).toEqual([]);
}, 240_000);
