import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { beforeAll, expect, test } from 'vitest';
import type { ImportList } from '#domain/contact-import/importsContract.ts';
import { addDays, todayIn } from '#domain/shared/dates.ts';
import { bookDeskPayment, lockInvoice } from '#server/modules/invoices/index.ts';
import { builders } from '#tests/support/builders.ts';
import { waitForBlockedQuery } from '#tests/support/database.ts';
import { fixtureActor } from '#tests/support/fixtureActor.ts';
import { createGym, type Gym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
let gym: Gym;
beforeAll(async () => {
  gym = await createGym(server);
  await builders(server, gym).plan({ name: 'Unlimited', price_cents: 10_000 });
});

let made = 0;
const people = (count: number, more: object = {}) =>
  Array.from({ length: count }, () => {
    made += 1;
    return { firstName: 'Mo', lastName: `Vega ${made}`, email: `mo${made}@undone.test`, ...more };
  });
const today = () => todayIn(gym.timezone, server.clock.now);
const membership = () => ({ plan: 'Unlimited', startDate: addDays(today(), -40), nextBillDate: addDays(today(), 10) });
const importAll = async (contacts: unknown[]) => {
  const body = { locationId: gym.locationId, contacts };
  expect((await gym.by.operator.post('/contacts/import', { body })).body.imported).toBe(contacts.length);
  const [newest] = await listed();
  return newest ?? expect.fail('The import is not listed');
};
const listed = async () =>
  ((await gym.by.manager.get(`/contact-imports?locationId=${gym.locationId}`)).body as ImportList).imports;
const undo = (id: string, caller = gym.by.manager) => caller.delete(`/contact-imports/${id}`);
const found = async (search: string) =>
  (await gym.by.manager.get(`/contacts?locationId=${gym.locationId}&search=${search}`)).body.contacts as {
    contact: { id: string };
  }[];
const idOf = async (email = '') => (await found(email))[0]?.contact.id ?? expect.fail(email);

test('an import that nobody has used is undone: contacts, memberships and balances are gone, and the same file can be imported again', async () => {
  const file = [
    ...people(2, { membership: membership() }),
    ...people(1, { membership: membership(), balance: 12.5 }),
    ...people(1),
  ];
  const entry = await importAll(file);
  expect(entry).toMatchObject({ imported: 4, unused: 4 });
  const { status, body } = await undo(entry.id);
  expect([status, body]).toEqual([200, { message: 'Import undone', removed: 4 }]);
  for (const { email } of file) expect(await found(email)).toEqual([]);
  expect((await listed()).map(({ id }) => id)).not.toContain(entry.id);
  const { invoices } = (await gym.by.manager.get(`/invoices?locationId=${gym.locationId}&status=void`)).body;
  expect(invoices).toMatchObject([{ invoice: { status: 'void', due: 0, description: 'Balance carried over' } }]);
  const held = await server.database.scoped([gym.companyId], (tx) =>
    tx.selectFrom('contact_memberships').select('id').execute(),
  );
  expect(held).toEqual([]);
  expect(await importAll(file)).toMatchObject({ imported: 4, unused: 4 });
});

test('whoever checked in, was changed, or paid since the import stays', async () => {
  const file = [
    ...people(1, { membership: membership() }),
    ...people(1),
    ...people(1, { balance: 20 }),
    ...people(1, { membership: membership() }),
    ...people(2),
  ];
  const entry = await importAll(file);
  const [visitor, changed, payer, frozen] = await Promise.all(file.slice(0, 4).map(({ email }) => idOf(email)));
  const done = await Promise.all([
    gym.by.operator.post('/checkins', {
      body: { contactId: visitor, locationId: gym.locationId, doorId: 'Front Desk' },
    }),
    gym.by.operator.put(`/contacts/${changed}`, { body: { city: 'Denver' } }),
    gym.by.manager.get(`/invoices?contactId=${payer}`).then(({ body }) =>
      gym.by.manager.post(`/invoices/${body.invoices[0].invoice.id}/payments`, {
        body: { method: 'cash', amount: 5 },
      }),
    ),
    gym.by.manager.get(`/contacts/${frozen}/memberships`).then(({ body }) =>
      gym.by.manager.put(`/contacts/${frozen}/memberships/${body.memberships[0].id}/access`, {
        body: { accessEnabled: false, reason: 'Lost key' },
      }),
    ),
  ]);
  expect(done.map(({ status }) => status)).toEqual([201, 200, 201, 200]);
  expect((await listed())[0]).toMatchObject({ id: entry.id, imported: 6, unused: 2 });
  expect((await undo(entry.id)).body.removed).toBe(2);
  const left = await Promise.all(file.map(async ({ email }) => (await found(email)).length));
  expect(left).toEqual([1, 1, 1, 1, 0, 0]);
});

test('an undo is in the activity log, once for the file and once for each contact', async () => {
  const file = people(2);
  const { id } = await importAll(file);
  await undo(id);
  const rows = await server.database.scoped([gym.companyId], (tx) =>
    tx.selectFrom('activity').select(['action', 'record_label']).orderBy('at', 'desc').limit(3).execute(),
  );
  expect(rows.map(({ action }) => action).toSorted()).toEqual([
    'contact.deleted',
    'contact.deleted',
    'location.import-undone',
  ]);
});

test('an import is not undone by a level that is too low or by another company, nor is what is no import', async () => {
  const { id } = await importAll(people(1));
  expect((await undo(id, gym.by.operator)).status).toBe(403);
  expect((await undo(gym.locationId)).status).toBe(404);
  const rival = await createGym(server);
  expect((await undo(id, rival.by.admin)).status).toBe(404);
  expect((await listed())[0]).toMatchObject({ id, unused: 1 });
});

test('whoever is the customer of a parked sale, in a household, or whose renewals were activated since, stays', async () => {
  const file = people(4, { membership: membership() });
  const entry = await importAll(file);
  const [parked = '', payer = '', renewing = ''] = await Promise.all(file.map(({ email }) => idOf(email)));
  const item = await builders(server, gym).salesItem();
  const body = { locationId: gym.locationId, contactId: parked, items: [{ salesItemId: item, quantity: 1 }] };
  expect((await gym.by.manager.post('/parked-sales', { body })).status).toBe(201);
  await server.database.scoped([gym.companyId], async (tx) => {
    await sql`insert into households (id, company_id, name, payer_id, created_at, updated_at)
      values (${payer}, ${gym.companyId}, 'Vega', ${payer}, now(), now())`.execute(tx);
    await sql`insert into household_members (contact_id, company_id, household_id, joined_at)
      values (${payer}, ${gym.companyId}, ${payer}, now())`.execute(tx);
    await sql`update contact_memberships set auto_renew = true, renewal_on_hold = null where contact_id = ${renewing}`.execute(
      tx,
    );
  });
  expect((await undo(entry.id)).body.removed).toBe(1);
  expect(await Promise.all(file.map(async ({ email }) => (await found(email)).length))).toEqual([1, 1, 1, 0]);
});

test('a payment that is under way when the undo begins is waited for, and its contact stays', async () => {
  // A receipt would lock the contact.
  await gym.by.admin.put(`/companies/${gym.companyId}/settings`, { body: { emails: { receipt: false } } });
  const file = people(2, { balance: 20 });
  const entry = await importAll(file);
  const payer = await idOf(file[0]?.email);
  const undone = await server.database.scoped([gym.companyId], async (tx) => {
    const { id } = await tx
      .selectFrom('invoices')
      .select('id')
      .where('contact_id', '=', payer)
      .executeTakeFirstOrThrow();
    const invoice = await lockInvoice(tx, id);
    const response = undo(entry.id);
    await waitForBlockedQuery(tx);
    await bookDeskPayment(
      tx,
      invoice,
      { id: uuid(), method: 'cash', cents: 20_00 },
      { now: server.clock.now, actor: fixtureActor },
    );
    return { response };
  });
  expect((await undone.response).body.removed).toBe(1);
  const { invoices } = (await gym.by.manager.get(`/invoices?contactId=${payer}`)).body;
  expect(invoices).toMatchObject([{ invoice: { status: 'paid', paid: 20 } }]);
});

test('an import is undone once, and for 30 days', async () => {
  const first = await importAll(people(1));
  expect((await undo(first.id)).status).toBe(200);
  const again = await undo(first.id);
  expect([again.status, again.body.message]).toEqual([409, 'Nothing of this import can be undone any more']);
  const second = await importAll(people(1));
  server.advance({ days: 31 });
  const later = await server.as(gym.users.manager);
  expect((await undo(second.id, later)).status).toBe(404);
  expect((await later.get(`/contact-imports?locationId=${gym.locationId}`)).body).toEqual({ imports: [] });
});
