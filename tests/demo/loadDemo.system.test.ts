import { setTimeout as sleep } from 'node:timers/promises';
import { groupBy } from 'es-toolkit';
import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { describe, expect, test } from 'vitest';
import { loadDemo } from '#demo/loadDemo.ts';
import { demoPassword } from '#demo/reference/users.ts';
import { disablePublishedAccounts, warnOfPublishedAccounts } from '#demo/publishedAccounts.ts';
import { withAdvisoryLock } from '#server/platform/database/withAdvisoryLock.ts';
import { timeouts } from '#server/platform/database/session.ts';
import { verifyLedger } from '#server/modules/ledger/index.ts';
import { verifyPassword, hashPassword } from '#server/modules/auth/passwords.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { everything, sharedDemo, type DemoRows } from '#tests/support/demo.ts';

const demo = await sharedDemo();
const { all, now } = demo;

test('an empty database gets the demo; any other is unchanged', async () => {
  expect(demo.loaded).toBe(true);
  expect(await loadDemo({ ...demo, files: demo.files, now })).toBe(false);
  expect(await everything(demo.database)).toEqual(all);
});

test('a server waits for another one that loads it, longer than the statement timeout; the same clock gives the same rows', async () => {
  const second = await freshDatabase();
  try {
    const other = withAdvisoryLock(second.database.unscoped, sql`hashtext('spotter'), hashtext('demo')`, () =>
      sleep(timeouts.statement + 700),
    );
    expect(await loadDemo({ database: second.database, files: demo.files, now })).toBe(true);
    await other;
    const unsalted = ({ users, ...rest }: DemoRows) => ({
      ...rest,
      users: users.map((user) => ({ ...user, password_hash: '' })),
    });
    const sorted = (rows: DemoRows) =>
      Object.entries(unsalted(rows)).map(([table, list]) => [table, list.map((row) => JSON.stringify(row)).toSorted()]);
    expect(sorted(await everything(second.database))).toEqual(sorted(all));
  } finally {
    await second.drop();
  }
});

test('the planner knows from the start how many rows the tables have', async () => {
  const { rows } = await sql<{ relname: string; known: number }>`
    select relname, reltuples::int as known from pg_class where relname in ('invoices', 'payments', 'ledger_entries')
     order by relname`.execute(demo.database.unscoped);
  expect(rows).toEqual([
    { relname: 'invoices', known: all.invoices.length },
    { relname: 'ledger_entries', known: expect.toSatisfy((count) => count > all.invoices.length) },
    { relname: 'payments', known: all.payments.length },
  ]);
});

test('invoices are numbered in the order in which they were issued', async () => {
  const { rows } = await demo.database.acrossCompanies((tx) =>
    sql<{ number: string }>`
      select n.number from invoice_numbers n join invoices i on i.id = n.invoice_id
       order by i.location_id, i.created_at, n.sequence`.execute(tx),
  );
  const numbers = rows.map(({ number }) => number);
  expect(numbers.length).toBeGreaterThan(100);
  const byPlace = Object.values(groupBy(numbers, (number) => number.split('-')[0] ?? ''));
  expect(byPlace).toEqual(byPlace.map((ofPlace) => ofPlace.toSorted((a, b) => a.localeCompare(b))));
});

describe('the accounts that may sign in', () => {
  test('five people, each with the demo password and a verified address', async () => {
    const people = all.users.filter(({ password_hash }) => password_hash !== null);
    expect(people.map(({ email }) => email).toSorted()).toEqual([
      'admin@demo.test',
      'manager@demo.test',
      'operator@demo.test',
      'owner@rival.test',
      'pos@demo.test',
    ]);
    expect(people.every(({ email_verified_at }) => email_verified_at !== null)).toBe(true);
    const { password_hash } = people[0] ?? {};
    expect(await verifyPassword(password_hash, demoPassword)).toBe(true);
    expect(password_hash).toMatch(/^\$argon2id\$/);
  });

  test('in addition one colleague is invited and one disabled, both without a password', () => {
    const email = (id: string) => all.users.find((user) => user.id === id)?.email;
    expect(all.company_users.map((row) => [email(row.user_id), row.status]).toSorted()).toEqual([
      ['jordan.ellis@demo.test', 'invited'],
      ['sandra.kimura@demo.test', 'disabled'],
    ]);
  });

  test('the admins by company, the others by location', () => {
    const email = (id: string) => all.users.find((user) => user.id === id)?.email;
    expect(all.company_admins.map((row) => [email(row.user_id), row.company_id]).toSorted()).toEqual([
      ['admin@demo.test', demo.company('Iron Peak Fitness')],
      ['owner@rival.test', demo.company('Harbor Strength Club')],
    ]);
    const denver = demo.location('Iron Peak Denver');
    expect(
      all.location_access.map((row) => [email(row.user_id), row.access_level, row.location_id]).toSorted(),
    ).toEqual(
      [
        ['manager@demo.test', 'manager', denver],
        ['manager@demo.test', 'manager', demo.location('Iron Peak Chicago')],
        ['operator@demo.test', 'operator', denver],
        ['pos@demo.test', 'point_of_sale', denver],
        ['jordan.ellis@demo.test', 'operator', denver],
        ['sandra.kimura@demo.test', 'manager', demo.location('Iron Peak Phoenix')],
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

test('the cash drawers of the last days are closed, one is open in Phoenix, and each holds the cash of its day but for the sale that a reconciliation finds', async () => {
  const { drawers, moved, runs, differences } = await demo.database.scoped(
    [demo.company('Iron Peak Fitness')],
    async (tx) => ({
      drawers: await tx.selectFrom('drawers').selectAll().orderBy('number').execute(),
      moved: await tx.selectFrom('ledger_postings').selectAll().where('drawer_id', 'is not', null).execute(),
      runs: await tx.selectFrom('reconciliations').selectAll().execute(),
      differences: await tx.selectFrom('reconciliation_discrepancies').selectAll().execute(),
    }),
  );
  const open = drawers.filter(({ closed_at }) => closed_at === null);
  expect(open.map(({ location_id }) => location_id)).toEqual([demo.location('Iron Peak Phoenix')]);
  expect(drawers).toHaveLength(6 * 3 + 1);
  expect(runs).toMatchObject([{ status: 'completed', difference_count: 1, is_test_mode: null }]);
  const [difference] = differences;
  expect(difference).toMatchObject({ kind: 'drawer', detail: 'A drawer was open, and this cash is not in it' });
  for (const { location_id, opened_at, closed_at, id } of drawers) {
    const here = new Set(
      all.invoices.filter((invoice) => invoice.location_id === location_id).map((invoice) => invoice.id),
    );
    const paid = all.payments.filter(
      ({ id: payment, method, status, invoice_id, created_at }) =>
        method === 'cash' &&
        status === 'completed' &&
        payment !== difference?.payment_id &&
        here.has(invoice_id) &&
        created_at >= opened_at &&
        created_at < (closed_at ?? now),
    );
    expect(
      moved
        .filter(({ drawer_id, kind }) => drawer_id === id && kind === 'payment')
        .map(({ payment_id }) => payment_id)
        .toSorted(),
    ).toEqual(paid.map((payment) => payment.id).toSorted());
    // What is expected is what was in the drawer before it was counted.
    for (const { at, kind, drawer_id } of moved)
      if (kind === 'cash_movement' && drawer_id === id && closed_at)
        expect(at.getTime()).toBeLessThan(closed_at.getTime());
  }
});

test('members who renew by card have one, of which one in each company has expired, and each till has parked sales that can be resumed', () => {
  const today = now.toISOString().slice(0, 10);
  for (const name of ['Iron Peak Fitness', 'Harbor Strength Club']) {
    const cards = all.saved_cards.filter(({ company_id }) => company_id === demo.company(name));
    expect(cards.filter(({ last_day }) => String(last_day) < today)).toHaveLength(1);
    expect(cards.length).toBeGreaterThan(10);
  }
  for (const { id } of all.locations) {
    const parked = all.parked_sales.filter(({ location_id }) => location_id === id);
    expect(parked.map(({ contact_id }) => contact_id === null).toSorted()).toEqual([false, true]);
    for (const { cart, total_cents } of parked) {
      expect(total_cents).toBeGreaterThan(0);
      const onSale = all.sales_items.filter((item) => item.location_id === id && item.is_active).map((item) => item.id);
      expect(cart.items.filter(({ salesItemId }) => !onSale.includes(salesItemId))).toEqual([]);
    }
  }
});

test('staff of each location have written notes about its members', () => {
  const authors = new Set(all.users.map(({ id }) => id));
  for (const { id } of all.locations) {
    const members = all.contacts.filter(({ home_location_id }) => home_location_id === id).map((contact) => contact.id);
    const notes = all.contact_notes.filter(({ contact_id }) => members.includes(contact_id));
    expect(notes.length).toBeGreaterThan(2);
    expect(notes.every(({ author_id }) => authors.has(author_id))).toBe(true);
  }
});

test('Harbor is isolated: it sees its own rows and none of Iron Peak’s', async () => {
  const seen = await demo.database.scoped([demo.company('Harbor Strength Club')], async (tx) => ({
    contacts: await tx.selectFrom('contacts').select('company_id').distinct().execute(),
    checkins: await tx.selectFrom('checkins').select('company_id').distinct().execute(),
    invoices: await tx.selectFrom('invoices').select('company_id').distinct().execute(),
  }));
  const own = [{ company_id: demo.company('Harbor Strength Club') }];
  expect(seen).toEqual({ contacts: own, checkins: own, invoices: own });
});

test.each(['2026-12-31T23:59:59Z', '2027-01-01T07:00:00Z', '2027-03-14T09:30:00Z', '2028-02-29T05:00:00Z'])(
  'it loads on %s too, with one difference for the reconciliation, and once of two concurrent servers',
  async (moment) => {
    const other = await freshDatabase();
    try {
      const load = () => loadDemo({ database: other.database, files: demo.files, now: new Date(moment) });
      expect((await Promise.all([load(), load()])).toSorted()).toEqual([false, true]);
      const { checkins, contacts, invoices } = await everything(other.database);
      const differences = await other.database.acrossCompanies((tx) =>
        tx.selectFrom('reconciliation_discrepancies').select('kind').execute(),
      );
      expect(differences).toEqual([{ kind: 'drawer' }]);
      expect(contacts).toHaveLength(all.contacts.length);
      expect(checkins.length).toBeGreaterThan(1500);
      expect(
        [...checkins.map((row) => row.checkin_time), ...invoices.map((row) => row.created_at)].every(
          (at) => at <= new Date(moment),
        ),
      ).toBe(true);
    } finally {
      await other.drop();
    }
  },
);

// Last, because nobody can sign in to the demo after it.
test('the accounts with the published password are found; once disabled they are signed out and cannot sign in', async () => {
  const { database } = demo;
  const [changed, ...others] = all.users.filter(({ password_hash }) => password_hash !== null);
  await database.unscoped
    .updateTable('users')
    .set({ password_hash: await hashPassword('a password of my own') })
    .where('id', '=', changed?.id ?? '')
    .execute();
  const session = { id: uuid(), user_id: others[0]?.id ?? '', expires_at: new Date('2999-01-01'), revoked_at: null };
  await database.unscoped.insertInto('sessions').values(session).execute();
  expect(await warnOfPublishedAccounts(database)).toEqual([
    expect.stringContaining('WARNING'),
    ...others.map(({ email }) => `***   ${email}`).toSorted(),
    expect.stringContaining('npm run spotter -- disable-demo'),
  ]);
  expect((await disablePublishedAccounts(database, now)).map(({ id }) => id).toSorted()).toEqual(
    others.map(({ id }) => id).toSorted(),
  );
  expect(await warnOfPublishedAccounts(database)).toEqual([]);
  const users = await database.unscoped.selectFrom('users').select(['id', 'password_hash']).execute();
  expect(users.filter(({ password_hash }) => password_hash !== null).map(({ id }) => id)).toEqual([changed?.id]);
  expect(
    await database.unscoped.selectFrom('sessions').select('revoked_at').where('id', '=', session.id).execute(),
  ).toEqual([{ revoked_at: now }]);
});

test('its ledger agrees with every invoice, payment and drawer', async () => {
  for (const id of await demo.database.everyCompany())
    expect(await demo.database.scoped([id], (tx) => verifyLedger(tx, id))).toEqual([]);
});
