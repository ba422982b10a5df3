import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Selectable } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { denials } from '#domain/rules/checkinDecision.ts';
import { dayIn, lastDays } from '#domain/rules/dates.ts';
import { membershipStatus, membershipStatuses } from '#domain/rules/membershipStatus.ts';
import { billingFrequencies, planTypes } from '#domain/rules/membershipPlan.ts';
import { taxCents } from '#domain/rules/totals.ts';
import { isPdf } from '#domain/rules/uploads.ts';
import type { Database } from '#server/db/database.ts';
import type { Tables } from '#server/db/schema.ts';
import { loadDemo } from '#server/demo/loadDemo.ts';
import { demoPassword } from '#server/demo/reference/gyms.ts';
import { demoTables, type DemoTable } from '#server/demo/rows.ts';
import { diskStore } from '#server/files/diskStore.ts';
import type { FileStore } from '#server/files/store.ts';
import { fits } from '#server/resources/auth/passwords.ts';
import { freshDatabase, type FreshDatabase } from '#tests/support/database.ts';

type Rows<T extends DemoTable> = Selectable<Tables[T]>[];

const now = new Date('2026-03-10T20:30:00Z');
let directory: string;
let files: FileStore;
let fresh: FreshDatabase;
let all: { [T in DemoTable]: Rows<T> };

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'spotter-demo-'));
  files = diskStore(directory);
  fresh = await freshDatabase();
  expect(await loadDemo({ database: fresh.database, files, now })).toBe(true);
  all = await everything(fresh.database);
});
afterAll(async () => {
  await fresh.drop();
  await rm(directory, { recursive: true });
});

async function everything(database: Database): Promise<typeof all> {
  const companies = await database.everyCompany();
  return database.scoped(companies, async (tx) => {
    const tables: Record<string, unknown[]> = {};
    for (const table of demoTables) tables[table] = await tx.selectFrom(table).selectAll().execute();
    return tables as typeof all;
  });
}

const company = (name: string) => all.companies.find((row) => row.name === name)?.id ?? '';
const location = (name: string) => all.locations.find((row) => row.name === name)?.id ?? '';
const zoneOf = (id: string | null) => all.locations.find((row) => row.id === id)?.timezone ?? 'UTC';

test('a database that is not empty is left as it is', async () => {
  expect(await loadDemo({ database: fresh.database, files, now })).toBe(false);
  expect(await everything(fresh.database)).toEqual(all);
});

test('loading it twice with the same clock gives the same rows', async () => {
  const second = await freshDatabase();
  try {
    await loadDemo({ database: second.database, files, now });
    const unsalted = ({ users, ...rest }: typeof all) => ({ ...rest, users: users.map((user) => ({ ...user, password_hash: '' })) });
    const sorted = (rows: typeof all) =>
      Object.entries(unsalted(rows)).map(([table, list]) => [table, list.map((row) => JSON.stringify(row)).toSorted()]);
    expect(sorted(await everything(second.database))).toEqual(sorted(all));
  } finally {
    await second.drop();
  }
});

test('two servers that load it at once load it once', async () => {
  const shared = await freshDatabase();
  try {
    const load = () => loadDemo({ database: shared.database, files, now });
    expect((await Promise.all([load(), load()])).toSorted()).toEqual([false, true]);
    expect((await everything(shared.database)).contacts).toHaveLength(all.contacts.length);
  } finally {
    await shared.drop();
  }
});

describe('who may sign in', () => {
  test('five people, each with the demo password and a verified address', async () => {
    expect(all.users.map(({ email }) => email).toSorted()).toEqual([
      'admin@demo.test',
      'manager@demo.test',
      'operator@demo.test',
      'owner@rival.test',
      'pos@demo.test',
    ]);
    expect(all.users.every(({ email_verified_at }) => email_verified_at !== null)).toBe(true);
    const { password_hash } = all.users[0] ?? {};
    expect(await fits(password_hash, demoPassword)).toBe(true);
    expect(password_hash).toMatch(/^\$argon2id\$/);
  });

  test('the admins by company, the others by location', () => {
    const email = (id: string) => all.users.find((user) => user.id === id)?.email;
    expect(all.company_admins.map((row) => [email(row.user_id), row.company_id]).toSorted()).toEqual([
      ['admin@demo.test', company('Iron Peak Fitness')],
      ['owner@rival.test', company('Harbor Strength Club')],
    ]);
    const denver = location('Iron Peak Denver');
    expect(all.location_access.map((row) => [email(row.user_id), row.access_level, row.location_id]).toSorted()).toEqual(
      [
        ['manager@demo.test', 'manager', denver],
        ['manager@demo.test', 'manager', location('Iron Peak Chicago')],
        ['operator@demo.test', 'operator', denver],
        ['pos@demo.test', 'point_of_sale', denver],
      ].toSorted(),
    );
  });
});

test('three locations of Iron Peak and one of Harbor, with their own time zones and tax rates', () => {
  expect(all.locations.map((row) => [row.city, row.timezone, row.sales_tax_rate]).toSorted()).toEqual([
    ['Boston', 'America/New_York', '0.0625'],
    ['Chicago', 'America/Chicago', '0.1025'],
    ['Denver', 'America/Denver', '0.0881'],
    ['Phoenix', 'America/Phoenix', '0.0860'],
  ]);
});

test('Harbor is apart: it sees its own rows and none of Iron Peak’s', async () => {
  const seen = await fresh.database.scoped([company('Harbor Strength Club')], async (tx) => ({
    contacts: await tx.selectFrom('contacts').select('company_id').distinct().execute(),
    checkins: await tx.selectFrom('checkins').select('company_id').distinct().execute(),
    invoices: await tx.selectFrom('invoices').select('company_id').distinct().execute(),
  }));
  const own = [{ company_id: company('Harbor Strength Club') }];
  expect(seen).toEqual({ contacts: own, checkins: own, invoices: own });
});

describe('contacts', () => {
  test('some 240, each with an address and a number of their own', () => {
    expect(all.contacts.length).toBe(240);
    expect(new Set(all.contacts.map(({ email }) => email)).size).toBe(240);
    expect(new Set(all.contacts.map(({ phone }) => phone)).size).toBe(240);
    expect(all.contacts.every(({ created_at }) => created_at <= now)).toBe(true);
  });

  test('a dozen have photos in three sizes', async () => {
    const photographed = all.contacts.filter(({ image_original_key }) => image_original_key !== null);
    expect(photographed.length).toBeGreaterThanOrEqual(12);
    const widths = (row: (typeof photographed)[number]) =>
      Promise.all([row.image_original_key, row.image_preview_key, row.image_thumbnail_key].map(widthOf));
    for (const row of photographed) expect(await widths(row)).toEqual([640, 512, 96]);
  });
});

async function bytesOf(key: string | null): Promise<Buffer> {
  const file = key === null ? null : await files.get(key);
  return file ? buffer(file.body) : Buffer.alloc(0);
}
const widthOf = async (key: string | null) => (await sharp(await bytesOf(key)).metadata()).width;

test('plans of every type and billing, published and not, sold and no longer', () => {
  const iron = all.memberships.filter((row) => row.company_id === company('Iron Peak Fitness'));
  expect(new Set(iron.map(({ type, billing_frequency }) => `${type} ${billing_frequency}`))).toEqual(
    new Set(planTypes.flatMap((type) => billingFrequencies.map((billing) => `${type} ${billing}`))),
  );
  expect(new Set(iron.map(({ is_published, is_active }) => `${is_published} ${is_active}`)).size).toBeGreaterThanOrEqual(3);
  expect(new Set(iron.map(({ location_id }) => location_id))).toContain(null);
  expect(all.membership_sales_items.some(({ is_required }) => is_required)).toBe(true);
  expect(all.membership_agreements.length).toBeGreaterThan(20);
});

test('sales items of every kind, one out of stock', () => {
  const kinds = all.sales_items.map((row) => [row.is_physical_item, row.is_active, row.is_published].join());
  expect(new Set(kinds)).toEqual(new Set(['true,true,true', 'false,true,true', 'false,true,false', 'true,false,true', 'false,false,true']));
  expect(all.sales_items.some((row) => row.is_physical_item && row.is_active && row.inventory_quantity === 0)).toBe(true);
});

test('agreements with several versions, every one a PDF, and one that still has none', async () => {
  const versions = all.agreements.map(({ id }) => all.agreement_versions.filter((row) => row.agreement_id === id).map((row) => row.version_number).toSorted());
  expect(versions).toContainEqual([1, 2, 3]);
  expect(versions).toContainEqual([]);
  for (const { file_key, file_size } of all.agreement_versions) {
    const bytes = await bytesOf(file_key);
    expect([isPdf(bytes), bytes.length]).toEqual([true, file_size]);
  }
});

test('contact memberships of every status at every location’s clock', () => {
  const statuses = all.contact_memberships.map((row) =>
    membershipStatus(
      { accessEnabled: row.access_enabled, startDate: row.start_date, endDate: row.end_date, contractEndDate: row.contract_end_date },
      now,
      zoneOf(row.location_id ?? location('Iron Peak Denver')),
    ),
  );
  for (const status of membershipStatuses) expect(statuses.filter((one) => one === status).length).toBeGreaterThanOrEqual(6);
  expect(statuses.filter((one) => one === 'active').length).toBeGreaterThan(100);
});

describe('invoices', () => {
  const statuses = ['draft', 'open', 'partially_paid', 'paid', 'overdue', 'void', 'refunded'];

  test('Iron Peak has every status, Denver among its newest forty', () => {
    const newest = all.invoices
      .filter((row) => row.location_id === location('Iron Peak Denver'))
      .toSorted((a, b) => Number(b.created_at) - Number(a.created_at))
      .slice(0, 40);
    expect([...new Set(newest.map(({ status }) => status))].toSorted()).toEqual(statuses.toSorted());
  });

  test('every invoice adds up to the cent: lines, tax, total, paid and due', () => {
    for (const invoice of all.invoices) {
      const lines = all.invoice_lines.filter((row) => row.invoice_id === invoice.id);
      expect(lines.length).toBeGreaterThan(0);
      for (const line of lines) expect(line.total_cents).toBe(line.price_cents * line.quantity);
      const subtotal = lines.reduce((sum, line) => sum + line.total_cents, 0);
      const tax = taxCents(subtotal, invoice.tax_rate);
      expect([invoice.subtotal_cents, invoice.tax_cents, invoice.total_cents]).toEqual([subtotal, tax, subtotal + tax]);
      const kept = all.payments
        .filter((row) => row.invoice_id === invoice.id && ['completed', 'refunded'].includes(row.status))
        .reduce((sum, row) => sum + row.amount_cents, 0);
      expect(invoice.paid_cents).toBe(kept);
      expect(invoice.due_cents).toBe(invoice.status === 'void' ? 0 : invoice.total_cents - kept);
    }
  });

  test('the tax rate, the names and the customer are copies of what the sale knew', () => {
    for (const invoice of all.invoices) {
      const place = all.locations.find(({ id }) => id === invoice.location_id);
      const contact = all.contacts.find(({ id }) => id === invoice.contact_id);
      expect([invoice.tax_rate, invoice.location_name]).toEqual([place?.sales_tax_rate, place?.name]);
      expect([invoice.customer_first_name, invoice.customer_email]).toEqual([contact?.first_name, contact?.email]);
      expect(Number(invoice.created_at)).toBeLessThanOrEqual(Number(now));
      expect(Number(invoice.created_at)).toBeGreaterThanOrEqual(Number(contact?.created_at));
    }
  });

  test('every membership that was bought has its invoice, with the plan as its first line', () => {
    for (const held of all.contact_memberships) {
      const line = all.invoice_lines.find((row) => row.invoice_id === held.invoice_id && row.position === 0);
      expect([line?.type, line?.item_id, line?.price_cents]).toEqual(['membership', held.membership_id, held.purchase_price_cents]);
    }
  });
});

describe('check-ins', () => {
  const denver = () => all.checkins.filter((row) => row.location_id === location('Iron Peak Denver'));

  test('reach from five weeks ago up to this minute, and never past it', () => {
    for (const { id } of all.locations) {
      const times = all.checkins.filter((row) => row.location_id === id).map((row) => Number(row.checkin_time));
      expect(Math.max(...times)).toBeLessThanOrEqual(Number(now));
      expect(Number(now) - Math.max(...times)).toBeLessThan(5 * 60_000);
      expect(Number(now) - Math.min(...times)).toBeGreaterThan(33 * 86_400_000);
    }
  });

  test('there are some on each of the last 35 days', () => {
    const visited = new Set(denver().map((row) => dayIn('America/Denver', row.checkin_time)));
    expect(lastDays('America/Denver', now, 35).every((day) => visited.has(day))).toBe(true);
  });

  test('most are granted, and every denial is among them', () => {
    const denied = denver().filter((row) => !row.access_granted);
    expect(denied.length).toBeLessThan(denver().length * 0.1);
    expect(new Set(denied.map(({ reason }) => reason))).toEqual(new Set(Object.values(denials)));
    expect(denver().every((row) => row.access_granted === (row.reason === null))).toBe(true);
  });

  test('more people come in the early evening than at night', () => {
    const hours = denver().map((row) => Number(row.checkin_time.toLocaleString('en-US', { timeZone: 'America/Denver', hour: 'numeric', hourCycle: 'h23' })));
    const between = (from: number, to: number) => hours.filter((hour) => hour >= from && hour < to).length;
    expect(between(16, 20)).toBeGreaterThan(10 * Math.max(1, between(0, 4)));
  });
});

test.each(['2026-12-31T23:59:59Z', '2027-03-14T09:30:00Z', '2028-02-29T05:00:00Z'])('it loads on %s as on any other day', async (moment) => {
  const other = await freshDatabase();
  try {
    expect(await loadDemo({ database: other.database, files, now: new Date(moment) })).toBe(true);
    const { checkins, invoices } = await everything(other.database);
    expect(checkins.length).toBeGreaterThan(1500);
    expect([...checkins.map((row) => row.checkin_time), ...invoices.map((row) => row.created_at)].every((at) => at <= new Date(moment))).toBe(true);
  } finally {
    await other.drop();
  }
});
