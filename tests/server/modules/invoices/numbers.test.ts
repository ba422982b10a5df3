import { expect, test } from 'vitest';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { invoiceBuilders } from '#tests/support/invoices.ts';
import { createTill, inParallel } from '#tests/support/sales.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
// A test issues a draft by hand.
server.checksLedger = false;

async function openGym() {
  const gym = await createGym(server);
  const make = builders(server, gym);
  const contactId = await make.contact({ first_name: 'Ann', last_name: 'Oakley' });
  const itemId = await make.salesItem({ is_physical_item: true, inventory_quantity: 40 });
  const bill = (locationId = gym.locationId) => invoiceBuilders(server, { companyId: gym.companyId, locationId });
  const numbers = async (locationId = gym.locationId) => {
    const { body } = await gym.by.admin.get(
      `/invoices?locationId=${locationId}&limit=100&sortBy=createdAt&sortOrder=asc`,
    );
    return body.invoices.map(({ invoice }: { invoice: { number: string | null } }) => invoice.number);
  };
  return { gym, make, contactId, itemId, bill, numbers };
}

test('invoices count without gaps by location, in order of issue, by letters of its own', async () => {
  const { gym, contactId, bill, numbers } = await openGym();
  for (let nth = 0; nth < 3; nth += 1) await bill().invoice(contactId, { created_at: new Date(Date.now() + nth) });
  await bill(gym.otherLocationId).invoice(contactId);
  const [first, ...others] = await numbers();
  expect(first).toMatch(/^[A-Z]{3}-10001$/);
  const [letters] = first.split('-');
  expect(others).toEqual([`${letters}-10002`, `${letters}-10003`]);
  const [elsewhere] = await numbers(gym.otherLocationId);
  expect(elsewhere).toMatch(/^[A-Z]{3}\d?-10001$/);
  expect(elsewhere.split('-')[0]).not.toBe(letters);
});

test('of 60 sales at once, of which 20 fail, each has the next number', async () => {
  const { gym, contactId, itemId, numbers } = await openGym();
  const till = createTill(gym.by.point_of_sale, gym.locationId, contactId);
  const replies = await inParallel(60, 20, () => till.cash([{ salesItemId: itemId, quantity: 1 }]));
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(40);
  const taken = (await numbers())
    .map((number: string) => Number(number.split('-')[1]))
    .toSorted((a: number, b: number) => a - b);
  expect(taken).toEqual(Array.from({ length: 40 }, (_, nth) => 10_001 + nth));
});

test('a draft has none until it is issued, and a void one keeps its own', async () => {
  const { gym, contactId, bill, numbers } = await openGym();
  const draft = await bill().invoice(contactId, { status: 'draft', paid_cents: 0, due_cents: 324 });
  const voided = await bill().invoice(contactId, { status: 'open', paid_cents: 0, due_cents: 324 });
  expect((await gym.by.admin.get(`/invoices/${draft}`)).body.invoice.number).toBeNull();
  expect((await gym.by.manager.post(`/invoices/${voided}/void`, { body: { reason: 'A mistake' } })).status).toBe(200);
  await server.database.scoped([gym.companyId], (tx) =>
    tx.updateTable('invoices').set({ status: 'open' }).where('id', '=', draft).execute(),
  );
  expect((await numbers()).map((number: string) => number.split('-')[1]).toSorted()).toEqual(['10001', '10002']);
  expect((await gym.by.admin.get(`/invoices/${draft}`)).body.invoice.number).toMatch(/-10002$/);
});

test('an invoice is found by its number, by its digits, and by nobody of another company', async () => {
  const { gym, contactId, bill, numbers } = await openGym();
  const id = await bill().invoice(contactId);
  await bill(gym.otherLocationId).invoice(contactId);
  const [number] = await numbers();
  const found = async (search: string, caller = gym.by.admin, at = gym.locationId) => {
    const { body } = await caller.get(`/invoices?locationId=${at}&search=${encodeURIComponent(search)}`);
    return body.invoices.map(({ invoice }: { invoice: { id: string } }) => invoice.id);
  };
  for (const typed of [number, number.toLowerCase(), `#${number}`, '10001'])
    expect([typed, await found(typed)]).toEqual([typed, [id]]);
  expect(await found('ZZZ-10001')).toEqual([]);
  const rival = await createGym(server);
  expect(await found(number, rival.by.admin, rival.locationId)).toEqual([]);
});

test('a location’s prefix may be chosen; its count goes on, and no other location of the company may have it, ever', async () => {
  const { gym, contactId, bill, numbers } = await openGym();
  const choose = (invoicePrefix: unknown, id = gym.locationId) =>
    gym.by.admin.put(`/locations/${id}`, { body: { invoicePrefix } });
  await bill().invoice(contactId);
  const [first] = await numbers();
  const [letters] = first.split('-');
  expect((await choose(' oak1 ')).body.location.invoicePrefix).toBe('OAK1');
  await bill().invoice(contactId, { created_at: new Date(Date.now() + 1_000) });
  expect(await numbers()).toEqual([first, 'OAK1-10002']);
  const taken = 'Another location of the company has, or had, this prefix';
  for (const prefix of ['OAK1', letters])
    expect(await choose(prefix, gym.otherLocationId)).toMatchObject({
      status: 409,
      body: { message: taken, errors: { invoicePrefix: taken } },
    });
  for (const wrong of ['X', '1AB', 'OAK-1', 'ÄÖÜ', 'TOOLONG', 'A%', 7])
    expect([wrong, (await choose(wrong)).status]).toEqual([wrong, 400]);
  await bill(gym.otherLocationId).invoice(contactId);
  const [elsewhere] = await numbers(gym.otherLocationId);
  expect([letters, 'OAK1']).not.toContain(elsewhere.split('-')[0]);
  const rival = await createGym(server);
  expect((await rival.by.admin.put(`/locations/${rival.locationId}`, { body: { invoicePrefix: 'OAK1' } })).status).toBe(
    200,
  );
  expect((await choose('')).body.location.invoicePrefix).toBeNull();
  await bill().invoice(contactId, { created_at: new Date(Date.now() + 2_000) });
  expect(await numbers()).toEqual([first, 'OAK1-10002', `${letters}-10003`]);
  const added = (name: string) =>
    gym.by.admin.post('/locations', { body: { name, companyId: gym.companyId, invoicePrefix: 'EAST' } });
  const both = await Promise.all([added('East'), added('Far East')]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
});
