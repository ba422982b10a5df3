import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { migrate } from '#server/db/migrate.ts';
import { siblingUrl } from '#server/db/urls.ts';
import { asAdmin, freshDatabase } from '#tests/support/database.ts';

/** Returns the URL of a database without tables. */
async function emptyDatabase(): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdmin(`create database ${name} owner spotter strategy file_copy`);
  onTestFinished(() => asAdmin(`drop database ${name} with (force)`));
  return siblingUrl(inject('adminUrl'), name, 'spotter');
}

/** Returns the URL of a migrated database. */
async function migratedDatabase(): Promise<string> {
  const { url, drop } = await freshDatabase();
  onTestFinished(drop);
  return url;
}

async function session(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

const names = async (client: Client) => (await client.query<{ name: string }>('select name from migrations order by name')).rows.map(({ name }) => name);
const validIndexes = async (client: Client) =>
  (await client.query<{ name: string }>('select indexrelid::regclass::text as name from pg_index where indisvalid')).rows.map(({ name }) => name);

test('five processes that migrate an empty database concurrently all succeed, and each migration runs once', async () => {
  const url = await emptyDatabase();
  await Promise.all(Array.from({ length: 5 }, () => migrate(url)));
  const client = await session(url);
  const ran = await names(client);
  expect(new Set(ran).size).toBe(ran.length);
  expect(await validIndexes(client)).toEqual(expect.arrayContaining(['idempotency_keys_invoice', 'stock_holds_item', 'renewals_company']));
}, 30_000);

test('a populated database with migrations from before Kysely’s Migrator is migrated', async () => {
  const url = await emptyDatabase();
  await migrate(url, '0070-contact-totals');
  const client = await session(url);
  await client.query(`
    alter table migrations drop column timestamp;
    alter table migrations alter name type text, add column ran_at timestamptz not null default now();
    drop table migrations_lock;
    insert into companies (id, name) values ('01900000-0000-7000-8000-000000000001', 'Gym')`);
  const before = await names(client);
  expect(before.at(-1)).toBe('0070-contact-totals');
  await migrate(url);
  const after = await names(client);
  expect(after.slice(0, before.length)).toEqual(before);
  expect(after).toContain('0088-totals-by-company');
  await client.query('set role spotter_maintenance');
  expect((await client.query('select name from companies')).rows).toEqual([{ name: 'Gym' }]);
  // The previous build writes only the name.
  await client.query(`insert into migrations (name) values ('0999-of-the-build-before')`);
  await migrate(url);
}, 30_000);

test('a build starts on the schema of a newer one', async () => {
  const url = await migratedDatabase();
  const client = await session(url);
  await client.query(`insert into migrations (name, timestamp) values ('9999-of-a-newer-build', '2030-01-01T00:00:00.000Z')`);
  await migrate(url);
  expect(await names(client)).toContain('9999-of-a-newer-build');
}, 30_000);

test('a migration that fails leaves nothing behind, and its error names it', async () => {
  const url = await emptyDatabase();
  await migrate(url, '0080-indexes');
  const client = await session(url);
  await client.query('create function due_deleted_files(before timestamptz, after_key text, most int) returns int language sql as $$ select 1 $$');
  await expect(migrate(url)).rejects.toThrow('Migration 0082-due-deleted-files failed');
  expect(await names(client)).toContain('0081-deleted-files');
  expect(await names(client)).not.toContain('0082-due-deleted-files');
  await client.query('drop function due_deleted_files');
  await migrate(url, '0088-totals-by-company');
  expect(await names(client)).toContain('0088-totals-by-company');
}, 30_000);

test('an index is built while others write to its table', async () => {
  const url = await emptyDatabase();
  await migrate(url, '0070-contact-totals');
  const [writer, other] = [await session(url), await session(url)];
  const company = '01900000-0000-7000-8000-000000000001';
  await writer.query(`insert into companies (id, name) values ('${company}', 'Gym')`);
  const aKey = (key: string) => `insert into idempotency_keys (company_id, user_id, route, key, body_hash) values ('${company}', '${company}', '/', '${key}', '')`;
  await writer.query(`begin; ${aKey('first')}`);
  const migrated = migrate(url, '0080-indexes');
  await vi.waitFor(async () => {
    const { rowCount } = await other.query(`select from pg_stat_activity where query like 'create index concurrently%' and wait_event_type = 'Lock' and datname = current_database()`);
    expect(rowCount).toBe(1);
  }, { timeout: 10_000 });
  await other.query(`set lock_timeout = '1s'; ${aKey('second')}`);
  await writer.query('commit');
  await migrated;
  expect(await validIndexes(other)).toContain('idempotency_keys_invoice');
}, 30_000);

test('an index that an interrupted start left invalid is built again', async () => {
  const url = await migratedDatabase();
  const client = await session(url);
  await client.query(`delete from migrations where name = '0080-indexes'`);
  const { pathname } = new URL(url);
  const admin = await session(siblingUrl(inject('adminUrl'), pathname.slice(1)));
  await admin.query(`update pg_index set indisvalid = false where indexrelid = 'stock_holds_item'::regclass`);
  expect(await validIndexes(client)).not.toContain('stock_holds_item');
  await migrate(url);
  expect(await validIndexes(client)).toContain('stock_holds_item');
}, 30_000);

test('a migration that must wait for a table’s lock gives up early and retries', async () => {
  const url = await emptyDatabase();
  await migrate(url, '0060-contact-emails');
  const [reader, behind] = [await session(url), await session(url)];
  await reader.query('begin; select count(*) from tallies');
  const migrated = migrate(url, '0070-contact-totals');
  await vi.waitFor(async () => {
    const { rowCount } = await behind.query(`select from pg_locks where not granted and relation = 'tallies'::regclass`);
    expect(rowCount).toBe(1);
  }, { timeout: 10_000 });
  await behind.query(`set statement_timeout = '4s'; select count(*) from tallies`);
  await reader.query('commit');
  await migrated;
  expect(await names(behind)).toContain('0070-contact-totals');
}, 30_000);

test('a migration waits for another one longer than the statement timeout', async () => {
  const url = await emptyDatabase();
  const [busy, watching] = [await session(url), await session(url)];
  await busy.query('select pg_advisory_lock(7367001)');
  await watching.query(`alter role spotter in database ${new URL(url).pathname.slice(1)} set statement_timeout = '200ms'`);
  const migrated = migrate(url);
  await sleep(600);
  await busy.query('select pg_advisory_unlock(7367001)');
  await migrated;
  expect((await names(watching)).length).toBeGreaterThan(5);
}, 30_000);

test('a payment with the old status refunded gets a row for its refund, and every invoice its sum', async () => {
  const url = await emptyDatabase();
  await migrate(url, '0131-forced-row-security');
  const client = await session(url);
  const id = (last: number) => `01900000-0000-7000-8000-${String(last).padStart(12, '0')}`;
  const company = id(1);
  const anInvoice = (invoice: string, status: string) => `
    insert into invoices (id, company_id, location_id, contact_id, status, subtotal_cents, tax_rate, tax_cents, total_cents, paid_cents, due_cents,
                          customer_first_name, customer_last_name, customer_email, location_name, company_name, metadata)
    values ('${invoice}', '${company}', '${id(2)}', '${id(3)}', '${status}', 1000, 0, 0, 1000, 1000, 0, 'Ann', 'Oakley', 'ann@member.test', 'North', 'Gym', '{}');`;
  const aPayment = (payment: string, invoice: string, cents: number, status: string, intent: string | null, refund: string | null) => `
    insert into payments (id, company_id, invoice_id, amount_cents, method, status, stripe_payment_intent_id, stripe_refund_id)
    values ('${payment}', '${company}', '${invoice}', ${cents}, 'card', '${status}', ${intent && `'${intent}'`}, ${refund && `'${refund}'`});`;
  await client.query(`
    set role spotter_maintenance;
    insert into companies (id, name) values ('${company}', 'Gym');
    insert into locations (id, company_id, name, timezone) values ('${id(2)}', '${company}', 'North', 'America/Denver');
    insert into contacts (id, company_id, home_location_id, first_name, last_name, email) values ('${id(3)}', '${company}', '${id(2)}', 'Ann', 'Oakley', 'ann@member.test');
    ${anInvoice(id(10), 'refunded')} ${aPayment(id(11), id(10), 1_000, 'refunded', 'pi_whole', null)}
    ${anInvoice(id(20), 'paid')} ${aPayment(id(21), id(20), 1_000, 'completed', 'pi_part', null)} ${aPayment(id(22), id(20), 300, 'refunded', 'pi_part', 'ch_1:300')}
    ${anInvoice(id(30), 'paid')} ${aPayment(id(31), id(30), 1_000, 'completed', 'pi_kept', null)}
    reset role`);
  await migrate(url, '0135-refund-rows');
  await client.query('set role spotter_maintenance');
  const { rows: invoices } = await client.query('select refunded_cents from invoices order by id');
  expect(invoices.map(({ refunded_cents }) => refunded_cents)).toEqual([1_000, 300, 0]);
  const { rows: payments } = await client.query('select invoice_id, amount_cents, status, refund_of from payments order by invoice_id, status');
  expect(payments).toEqual([
    { invoice_id: id(10), amount_cents: 1_000, status: 'completed', refund_of: null },
    { invoice_id: id(10), amount_cents: 1_000, status: 'refunded', refund_of: id(11) },
    { invoice_id: id(20), amount_cents: 1_000, status: 'completed', refund_of: null },
    { invoice_id: id(20), amount_cents: 300, status: 'refunded', refund_of: id(21) },
    { invoice_id: id(30), amount_cents: 1_000, status: 'completed', refund_of: null },
  ]);
}, 30_000);
