import { expect, test } from 'vitest';
import { createApiKey } from '#tests/support/apiKeys.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym, makeAdmin } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);
const make = builders(server, gym);
const maker = gym.users.admin.id;

const rows = <T>(work: Parameters<typeof server.database.scoped<T>>[1]) =>
  server.database.scoped([gym.companyId], work);
const person = (email: string) => ({ firstName: 'Robin', lastName: 'Doe', email, homeLocationId: gym.locationId });

test('the log says the key, by name, and the activity page finds it', async () => {
  const { id, caller } = await createApiKey(server, gym, ['contacts:write', 'checkins:write'], {
    name: 'Website form',
  });
  const { body: made } = await caller.post('/contacts', { body: person('robin@gym.test') });
  await make.contactMembership(made.contact.id);
  await caller.post('/checkins', { body: { contactId: made.contact.id, locationId: gym.locationId, doorId: 'Front' } });
  const { body: page } = await gym.by.admin.get(`/activity?companyId=${gym.companyId}&userId=${id}`);
  expect(page.entries.map(({ action, actor }: { action: string; actor: object }) => [action, actor])).toEqual([
    ['checkin.granted', { type: 'api_key', id, name: 'Website form' }],
    ['contact.created', { type: 'api_key', id, name: 'Website form' }],
  ]);
  const { body: who } = await gym.by.admin.get(`/activity/people?companyId=${gym.companyId}`);
  expect(who.people).toContainEqual({ id, name: 'Website form' });
  const { body: csv } = await gym.by.admin.get(`/activity/csv?companyId=${gym.companyId}&userId=${id}`);
  expect(csv).toContain('Website form');
});

test('rows that keep a user keep who made the key', async () => {
  const { caller } = await createApiKey(server, gym, ['all:read', 'checkins:write', 'drawers:use', 'sales-items:sell']);
  const contact = await make.contact();
  await make.contactMembership(contact);
  const { body: visit } = await caller.post('/checkins', {
    body: { contactId: contact, locationId: gym.locationId, doorId: 'Front' },
  });
  const checkin = await rows((tx) =>
    tx.selectFrom('checkins').select('created_by').where('id', '=', visit.checkin.id).executeTakeFirstOrThrow(),
  );
  expect(checkin.created_by).toBe(maker);

  await caller.post('/drawers', { body: { locationId: gym.locationId, float: 100 } });
  const salesItemId = await make.salesItem();
  const { status, body: sale } = await caller.post('/sales-items/purchase', {
    body: {
      locationId: gym.locationId,
      items: [{ salesItemId, quantity: 1 }],
      paymentMethod: 'cash',
      contactId: contact,
    },
  });
  expect(status).toBe(201);
  const invoice = await rows((tx) =>
    tx.selectFrom('invoices').select('created_by').where('id', '=', sale.invoice.id).executeTakeFirstOrThrow(),
  );
  expect(invoice.created_by).toBe(maker);
  const postings = await rows((tx) =>
    tx
      .selectFrom('ledger_postings')
      .select('actor_type')
      .distinct()
      .where('invoice_id', '=', sale.invoice.id)
      .execute(),
  );
  expect(postings).toEqual([{ actor_type: 'api_key' }]);
});

test('a member’s balance that a key imports is its maker’s invoice', async () => {
  const { caller } = await createApiKey(server, gym, ['contacts:write']);
  const { status } = await caller.post('/contacts/import', {
    body: {
      locationId: gym.locationId,
      contacts: [{ firstName: 'Ima', lastName: 'Port', email: 'ima@gym.test', balance: 20 }],
    },
  });
  expect(status).toBe(200);
  const invoices = await rows((tx) =>
    tx.selectFrom('invoices').select('created_by').where('customer_email', '=', 'ima@gym.test').execute(),
  );
  expect(invoices).toEqual([{ created_by: maker }]);
});

test('an Idempotency-Key is the key’s own: neither its maker nor another key repeats what it was answered', async () => {
  const [one, two] = [
    await createApiKey(server, gym, ['contacts:write']),
    await createApiKey(server, gym, ['contacts:write']),
  ];
  const call = (email: string) => ({ body: person(email), headers: { 'idempotency-key': 'the same' } });
  const made = await one.caller.post('/contacts', call('one@gym.test'));
  expect((await one.caller.post('/contacts', call('one@gym.test'))).body).toEqual(made.body);
  expect((await one.caller.post('/contacts', call('two@gym.test'))).status).toBe(422);
  expect((await two.caller.post('/contacts', call('two@gym.test'))).status).toBe(201);
  expect((await gym.by.admin.post('/contacts', call('three@gym.test'))).status).toBe(201);
});

test('what a scope opens stops where another begins', async () => {
  const contact = await make.contact();
  await make.contactMembership(contact);
  const summary = (scopes: string[]) =>
    createApiKey(server, gym, scopes).then(({ caller }) =>
      caller.get(`/contacts/${contact}/standing?locationId=${gym.locationId}`),
    );
  expect((await summary(['checkins:write'])).body.summary).toMatchObject({ due: null, notes: null });
  expect((await summary(['checkins:write', 'invoices:read'])).body.summary).toMatchObject({ due: 0 });

  const { caller: writer } = await createApiKey(server, gym, ['contacts:write']);
  const deleting = await writer.get(`/contacts/${contact}`);
  expect(deleting.body).toMatchObject({ mayChange: true, mayDelete: false });
  const { caller: lister } = await createApiKey(server, gym, ['contacts:list']);
  const [listed] = (await lister.get('/contacts')).body.contacts;
  expect(Object.keys(listed.contact)).not.toContain('notes');

  const { caller: seller } = await createApiKey(server, gym, ['sales-items:read']);
  const { caller: buyer } = await createApiKey(server, gym, ['sales-items:read', 'sales-items:cost']);
  const salesItem = await make.salesItem();
  expect((await seller.get(`/sales-items/${salesItem}`)).body.salesItem).not.toHaveProperty('cost');
  expect((await buyer.get(`/sales-items/${salesItem}`)).body.salesItem).toHaveProperty('cost');

  const { caller: drawers } = await createApiKey(server, gym, ['drawers:use']);
  expect((await drawers.get('/drawers?status=closed')).status).toBe(403);
});

test('a key for some locations sees of the users and the log what somebody there would', async () => {
  const { caller } = await createApiKey(server, gym, ['users:read', 'activity:read', 'activity:history'], {
    locationIds: [gym.otherLocationId],
  });
  const { body: users } = await caller.get(`/users?companyId=${gym.companyId}`);
  expect(users.users.map(({ user }: { user: { id: string } }) => user.id)).toEqual([maker]);
  expect((await caller.get(`/users/${gym.users.operator.id}?companyId=${gym.companyId}`)).status).toBe(404);
  const { body: log } = await caller.get('/activity?limit=100');
  expect(log.entries.filter(({ locationId }: { locationId: string }) => locationId === gym.locationId)).toEqual([]);
});

test('what the maker sold at another location is out of reach', async () => {
  const there = builders(server, { ...gym, locationId: gym.otherLocationId });
  await gym.by.admin.post('/drawers', { body: { locationId: gym.otherLocationId, float: 10 } });
  const { body: sale } = await gym.by.admin.post('/sales-items/purchase', {
    body: {
      locationId: gym.otherLocationId,
      items: [{ salesItemId: await there.salesItem({ location_id: gym.otherLocationId }), quantity: 1 }],
      paymentMethod: 'cash',
      contactId: await there.contact({ home_location_id: gym.otherLocationId }),
    },
  });
  const path = `/invoices/${sale.invoice.id}`;
  const here = await createApiKey(server, gym, ['invoices:read'], { locationIds: [gym.locationId] });
  const everywhere = await createApiKey(server, gym, ['invoices:read']);
  expect([(await here.caller.get(path)).status, (await everywhere.caller.get(path)).status]).toEqual([404, 200]);
});

test('a location that was archived since stays closed to a key for others, even if the maker worked there', async () => {
  const own = await createGym(server);
  await server.database.unscoped.deleteFrom('company_admins').where('user_id', '=', own.users.admin.id).execute();
  const grant = { user_id: own.users.admin.id, company_id: own.companyId, access_level: 'manager' as const };
  await server.database.unscoped
    .insertInto('location_access')
    .values([own.locationId, own.otherLocationId].map((location_id) => ({ ...grant, location_id })))
    .execute();
  await makeAdmin(server.database, own.users.operator.id, own.companyId);
  const drawer = { locationId: own.otherLocationId, float: 10 };
  expect((await own.by.admin.post('/drawers', { body: drawer })).status).toBe(201);
  const { key: limited } = await makeAs(own, [own.locationId]);
  const { key: unlimited } = await makeAs(own, null);
  await server.database.scoped([own.companyId], (tx) =>
    tx.updateTable('locations').set({ archived_at: new Date() }).where('id', '=', own.otherLocationId).execute(),
  );
  const count = async (key: string) => (await server.withKey(key).get('/drawers')).body.drawers.length;
  expect([await count(limited), await count(unlimited)]).toEqual([0, 1]);
});

/** A key of a company admin who has become a manager at the locations since. */
async function makeAs(own: typeof gym, locationIds: string[] | null) {
  await makeAdmin(server.database, own.users.admin.id, own.companyId);
  const made = await createApiKey(server, own, ['drawers:use', 'drawers:manage'], locationIds ? { locationIds } : {});
  await server.database.unscoped.deleteFrom('company_admins').where('user_id', '=', own.users.admin.id).execute();
  return made;
}
