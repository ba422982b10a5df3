import { v7 as uuid } from 'uuid';
import { expect, test } from 'vitest';
import { addDays, todayIn } from '#domain/shared/dates.ts';
import { publishEvents } from '#server/modules/events/index.ts';
import { recordDatedEvents } from '#server/modules/contact-memberships/datedEvents.ts';
import { removeOldEvents } from '#server/modules/events/removeOld.ts';
import { renewMemberships } from '#server/modules/contact-memberships/index.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym, type Gym } from '#tests/support/gym.ts';
import { type Caller, sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();

interface Event {
  id: string;
  type: string;
  timestamp: string;
  companyId: string;
  locationId: string | null;
  data: Record<string, unknown>;
}

const read = async (caller: Caller, query = '') => {
  await publishEvents(server.context);
  const { status, body } = await caller.get(`/events?limit=500${query}`);
  expect(status).toBe(200);
  return body as { events: Event[]; next: string };
};
const typesOf = (events: readonly Event[]) => events.map(({ type }) => type);

async function addContact(gym: Gym, change: Record<string, unknown> = {}): Promise<string> {
  const body = { firstName: 'Ann', lastName: 'Lee', email: 'ann@gym.test', homeLocationId: gym.locationId, ...change };
  return (await gym.by.admin.post('/contacts', { body })).body.contact.id;
}

const planBody = (gym: Gym) => ({
  name: 'Monthly',
  type: 'no_contract',
  price: 50,
  billingFrequency: 'monthly',
  locationId: gym.locationId,
  isPublished: true,
});

async function buyPlan(gym: Gym, contactId: string, membershipId: string, change: Record<string, unknown> = {}) {
  const today = todayIn(gym.timezone, server.clock.now);
  const body = { contactId, membershipId, startDate: today, autoRenew: true, paymentMethod: 'cash', ...change };
  const { status, body: bought } = await gym.by.admin.post('/memberships/purchase', { body });
  expect(status).toBe(201);
  return bought;
}

test('what happens to a member is told in its order, with the record as it was then', async () => {
  const gym = await createGym(server);
  const { admin } = gym.by;
  const today = todayIn(gym.timezone, server.clock.now);
  const contactId = await addContact(gym);
  await admin.put(`/contacts/${contactId}`, { body: { lastName: 'Low' } });
  const plan = (await admin.post('/memberships', { body: planBody(gym) })).body.membership;
  const { contactMembership, invoice } = await buyPlan(gym, contactId, plan.id);
  const held = `/contacts/${contactId}/memberships/${contactMembership.id}`;
  await admin.post(`${held}/freezes`, {
    body: { from: today, until: addDays(today, 10), reason: 'A bad knee', override: true },
  });
  await admin.post('/checkins', { body: { contactId, locationId: gym.locationId, doorId: 'Front Door' } });
  await admin.post(`${held}/cancellation`, { body: { when: 'now', reason: 'health', note: 'A bad knee' } });
  await admin.post(`/invoices/${invoice.id}/refunds`, {
    body: { amount: 10, destination: 'cash', reason: 'Goodwill' },
  });

  const { events, next } = await read(admin);
  expect(typesOf(events)).toEqual([
    'contact.created',
    'contact.updated',
    'invoice.created',
    'invoice.paid',
    'membership.started',
    'membership.frozen',
    'checkin.denied',
    'membership.canceled',
    'invoice.refunded',
  ]);
  expect(events[0]).toMatchObject({
    companyId: gym.companyId,
    locationId: gym.locationId,
    data: { contactId, firstName: 'Ann', lastName: 'Lee', email: 'ann@gym.test', homeLocationId: gym.locationId },
  });
  expect(events[1]?.data).toMatchObject({ lastName: 'Low' });
  expect(events[3]?.data).toMatchObject({ invoiceId: invoice.id, contactId, status: 'paid', total: 54, due: 0 });
  expect(events[4]?.data).toMatchObject({ contactMembershipId: contactMembership.id, name: 'Monthly', freezes: [] });
  expect(events[5]?.data).toMatchObject({ freezes: [{ from: today, until: addDays(today, 10) }] });
  expect(events[8]?.data).toMatchObject({ refunded: 10 });
  expect(JSON.stringify(events), 'no notes and no reasons').not.toMatch(/knee|health|Goodwill/);

  const after = await read(admin, `&after=${next}`);
  expect(after).toEqual({ events: [], next });
});

test('a membership that is sold by card starts when it is paid, not before', async () => {
  const gym = await createGym(server);
  const make = builders(server, gym);
  const contactId = await make.contact();
  await make.contactMembership(contactId, { granted_at: null });
  expect(typesOf((await read(gym.by.admin)).events)).toEqual([]);
});

test('a deleted contact is told as it was last', async () => {
  const gym = await createGym(server);
  const { admin } = gym.by;
  const contactId = await addContact(gym);
  await admin.delete(`/contacts/${contactId}`);
  const { events } = await read(admin);
  expect(typesOf(events)).toEqual(['contact.created', 'contact.deleted']);
  expect(events[1]?.data).toMatchObject({ contactId, firstName: 'Ann', lastName: 'Lee' });
});

test('a counted drawer is told with its difference', async () => {
  const gym = await createGym(server);
  const { admin } = gym.by;
  const { drawer } = (await admin.post('/drawers', { body: { locationId: gym.locationId, float: 100 } })).body;
  await admin.post(`/drawers/${drawer.id}/movements`, { body: { type: 'out', amount: 20, reason: 'Stamps' } });
  await admin.post(`/drawers/${drawer.id}/close`, { body: { counted: 79.5 } });
  const { events } = await read(admin);
  expect(events).toMatchObject([
    { type: 'drawer.closed', data: { drawerId: drawer.id, float: 100, counted: 79.5, difference: -0.5 } },
  ]);
});

test('the ends of memberships and freezes come with their day, once', async () => {
  const gym = await createGym(server);
  const make = builders(server, gym);
  const today = todayIn(gym.timezone, server.clock.now);
  const plan = await make.plan({ billing_frequency: 'one_time', access_duration_days: 30 });
  const contactId = await make.contact();
  const ended = await make.contactMembership(contactId, {
    membership_id: plan,
    billing_frequency: 'one_time',
    start_date: addDays(today, -30),
    end_date: addDays(today, 1),
  });
  const now = server.clock.now;
  const atDay = async (days: number) => {
    server.clock.now = new Date(now.getTime() + days * 86_400_000);
    await recordDatedEvents(server.context);
    await recordDatedEvents(server.context);
    return (await read(await server.as(gym.users.admin))).events.filter(({ type }) => type.startsWith('membership.'));
  };
  expect(await atDay(1), 'its last day is not over').toEqual([]);
  expect(await atDay(2)).toMatchObject([{ type: 'membership.ended', data: { contactMembershipId: ended, contactId } }]);
  expect(await atDay(3)).toHaveLength(1);
  server.clock.now = now;
});

test('an end is told once, also when renewal is turned off after the days of grace', async () => {
  const gym = await createGym(server);
  const make = builders(server, gym);
  const today = todayIn(gym.timezone, server.clock.now);
  const contactId = await make.contact();
  const now = server.clock.now;
  server.clock.now = new Date(now.getTime() - 9 * 86_400_000);
  const id = await make.contactMembership(contactId, {
    start_date: addDays(today, -40),
    end_date: addDays(today, -5),
    auto_renew: true,
    granted_at: server.clock.now,
  });
  server.clock.now = now;
  const ended = async () => {
    await recordDatedEvents(server.context);
    const { events } = await read(await server.as(gym.users.admin), '&type=membership.ended');
    return events.map(({ data }) => data['contactMembershipId']);
  };
  expect(await ended()).toEqual([id]);
  expect((await gym.by.admin.delete(`/contacts/${contactId}`)).status).toBe(200);
  expect(await ended()).toEqual([id]);
});

test('each reads the events whose records they may read, at their locations', async () => {
  const gym = await createGym(server);
  const rival = await createGym(server);
  await addContact(rival);
  const here = await addContact(gym);
  await addContact(gym, { email: 'bo@gym.test', homeLocationId: gym.otherLocationId });
  const { drawer } = (await gym.by.admin.post('/drawers', { body: { locationId: gym.locationId, float: 0 } })).body;
  await gym.by.admin.post(`/drawers/${drawer.id}/close`, { body: { counted: 0 } });
  expect((await read(gym.by.admin)).events).toHaveLength(3);
  expect(typesOf((await read(gym.by.manager)).events)).toEqual(['contact.created', 'drawer.closed']);
  expect((await read(gym.by.operator)).events).toMatchObject([{ type: 'contact.created', data: { contactId: here } }]);
  expect((await gym.by.point_of_sale.get('/events')).status).toBe(403);
  expect((await server.anonymous.get('/events')).status).toBe(401);
  expect((await gym.by.admin.get(`/events?companyId=${rival.companyId}`)).status).toBe(404);
  for (const query of ['after=x', 'after=-1', 'type=contact.burned', 'limit=501', `after=${'9'.repeat(19)}`])
    expect([query, (await gym.by.admin.get(`/events?${query}`)).status]).toEqual([query, 400]);
  expect((await read(gym.by.admin, `&type=drawer.closed`)).events).toHaveLength(1);
});

test('an API key reads the events whose records its scopes read, at its locations', async () => {
  const gym = await createGym(server);
  const make = async (change: Record<string, unknown>) => {
    const body = { companyId: gym.companyId, name: 'CRM', scopes: ['events:read', 'contacts:read'], ...change };
    const { key } = (await gym.by.admin.post('/api-keys', { body })).body;
    const calling = async (path: string) => {
      const headers = { authorization: `Bearer ${key}` };
      const response = await server.app.inject({ method: 'GET', url: `/api${path}`, headers });
      return { status: response.statusCode, body: response.json() };
    };
    return (await calling('/events')).body.events as Event[];
  };
  await addContact(gym);
  await addContact(gym, { email: 'bo@gym.test', homeLocationId: gym.otherLocationId });
  const { drawer } = (await gym.by.admin.post('/drawers', { body: { locationId: gym.locationId, float: 0 } })).body;
  await gym.by.admin.post(`/drawers/${drawer.id}/close`, { body: { counted: 0 } });
  await read(gym.by.admin);
  expect(typesOf(await make({}))).toEqual(['contact.created', 'contact.created']);
  expect(typesOf(await make({ locationIds: [gym.locationId] }))).toEqual(['contact.created']);
  expect(typesOf(await make({ scopes: ['events:read'] }))).toEqual([]);
  expect(typesOf(await make({ scopes: ['all:read'] }))).toHaveLength(3);
});

test('a follower reads every event once, in the order of each record, while many commit at once', async () => {
  const gym = await createGym(server);
  const { admin } = gym.by;
  const contacts = await Promise.all(
    Array.from({ length: 5 }, async (_, index) => addContact(gym, { email: `m${index}@gym.test` })),
  );
  const clock = () => server.clock.now;
  const seen: Event[] = [];
  let isOver = false;
  const writing = Promise.all(
    contacts.map(async (id) => {
      for (let index = 1; index <= 12; index += 1) {
        const { status } = await admin.put(`/contacts/${id}`, { body: { lastName: `Lee ${index}` } });
        expect(status).toBe(200);
      }
    }),
  ).finally(() => {
    isOver = true;
  });
  const follow = async () => {
    for (let next = '0', last = false; ;) {
      last = isOver;
      await Promise.all([
        publishEvents({ database: server.database, clock }),
        publishEvents({ database: server.database, clock }),
      ]);
      const { body } = await admin.get(`/events?after=${next}&limit=7`);
      seen.push(...body.events);
      next = body.next;
      if (last && body.events.length === 0) return;
    }
  };
  await Promise.all([writing, follow()]);
  expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
  for (const id of contacts) {
    const names = seen.filter(({ data }) => data['contactId'] === id).map(({ data }) => data['lastName']);
    expect(names).toEqual(['Lee', ...Array.from({ length: 12 }, (_, index) => `Lee ${index + 1}`)]);
  }
});

test('events are kept for 30 days', async () => {
  const gym = await createGym(server);
  await addContact(gym);
  expect((await read(gym.by.admin)).events).toHaveLength(1);
  const after = (days: number) => () => new Date(Date.now() + days * 86_400_000);
  await removeOldEvents({ database: server.database, clock: after(29) });
  expect((await read(gym.by.admin)).events).toHaveLength(1);
  await removeOldEvents({ database: server.database, clock: after(31) });
  expect((await read(gym.by.admin)).events).toEqual([]);
});

test('nothing is told of what is rolled back', async () => {
  const gym = await createGym(server);
  await addContact(gym);
  const { status } = await gym.by.admin.post('/contacts', {
    body: { firstName: 'Ann', lastName: 'Lee', email: 'ann@gym.test', homeLocationId: gym.locationId },
  });
  expect(status).toBe(409);
  expect((await read(gym.by.admin)).events).toHaveLength(1);
});

test('a renewal is told when it is paid', async () => {
  const gym = await createGym(server, { timezone: 'Etc/UTC' });
  const { admin } = gym.by;
  const now = server.clock.now;
  server.clock.now = new Date(`${todayIn('UTC', now)}T12:00:00Z`);
  const contactId = await addContact(gym);
  const plan = (await admin.post('/memberships', { body: planBody(gym) })).body.membership;
  const { contactMembership } = await buyPlan(gym, contactId, plan.id);
  server.clock.now = new Date(`${contactMembership.endDate}T12:00:00Z`);
  const { database } = server;
  const due = Object.assign(Object.create(null), {
    database,
    clock: () => server.clock.now,
    config: server.config,
    mailer: { send: async () => undefined, close: () => undefined },
  }) as Parameters<typeof renewMemberships>[0];
  await renewMemberships(due, new AbortController().signal);
  const later = await server.as(gym.users.admin);
  const owed = (await later.get(`/invoices?contactId=${contactId}&locationId=${gym.locationId}&status=open`)).body;
  const [renewal] = owed.invoices;
  const paid = await later.post(`/invoices/${renewal.invoice.id}/payments`, {
    body: { method: 'cash' },
    headers: { 'idempotency-key': uuid() },
  });
  expect(paid.status).toBe(201);
  const types = typesOf((await read(later)).events);
  expect(types.slice(4)).toEqual(['invoice.created', 'invoice.paid', 'membership.renewed']);
  server.clock.now = now;
});
