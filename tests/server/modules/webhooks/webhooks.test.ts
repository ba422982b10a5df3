import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { Webhook } from 'standardwebhooks';
import { v7 as uuid } from 'uuid';
import { publishEvents } from '#server/modules/events/index.ts';
import { encrypt } from '#server/platform/crypto/encryption.ts';
import { deliverWebhooks } from '#server/modules/webhooks/deliver.ts';
import { sendDisabledNotices } from '#server/modules/webhooks/notices.ts';
import { createGym, type Gym } from '#tests/support/gym.ts';
import { openReceiver, type Receiver } from '#tests/support/receiver.ts';
import { sharedServer } from '#tests/support/server.ts';

const receivers: Receiver[] = [];
const allowed: string[] = [];
const server = await sharedServer({ webhookAllowedHosts: allowed });
const start = server.clock.now;
const stopping = new AbortController();
afterEach(() => {
  vi.unstubAllEnvs();
  server.clock.now = start;
});
afterAll(async () => {
  stopping.abort();
  await Promise.all(receivers.map((opened) => opened.close()));
});

const parts = server.context;

async function receiver(...answer: Parameters<typeof openReceiver>): Promise<Receiver> {
  const opened = await openReceiver(...answer);
  receivers.push(opened);
  allowed.push(opened.host);
  return opened;
}

/** The jobs' runs until nothing is due that has not been tried. */
async function deliver(rounds = 3): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    await publishEvents(parts);
    await deliverWebhooks(parts, stopping.signal);
  }
}

const later = (minutes: number) => server.advance({ minutes });

async function addEndpoint(gym: Gym, url: string, change: Record<string, unknown> = {}) {
  const { status, body } = await gym.by.admin.post('/webhook-endpoints', {
    body: { companyId: gym.companyId, url, ...change },
  });
  expect(status).toBe(201);
  return body as { endpoint: { id: string; updatedAt: string }; secret: string };
}

async function addContact(gym: Gym, locationId = gym.locationId): Promise<string> {
  const body = { firstName: 'Ann', lastName: 'Lee', email: `${uuid()}@gym.test`, homeLocationId: locationId };
  return (await gym.by.admin.post('/contacts', { body })).body.contact.id;
}

const rename = (gym: Gym, id: string, lastName: string) => gym.by.admin.put(`/contacts/${id}`, { body: { lastName } });

const admin = async (gym: Gym) => server.as(gym.users.admin);
const deliveriesOf = async (gym: Gym, id: string) =>
  (await (await admin(gym)).get(`/webhook-endpoints/${id}/deliveries`)).body.deliveries;
const endpointOf = async (gym: Gym, id: string) =>
  (await (await admin(gym)).get(`/webhook-endpoints/${id}`)).body.endpoint;

test('an event arrives signed by Standard Webhooks, and what is forged, changed or old does not pass', async () => {
  const gym = await createGym(server);
  const to = await receiver();
  const { endpoint, secret } = await addEndpoint(gym, to.url);
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const contactId = await addContact(gym);
  server.clock.now = new Date();
  await deliver();
  const [{ headers, body, event }] = to.received as [Receiver['received'][number]];
  expect(to.received).toHaveLength(1);
  expect(event).toMatchObject({ type: 'contact.created', companyId: gym.companyId, data: { contactId } });
  const listed = (await gym.by.admin.get('/events')).body.events;
  expect(
    listed.find(({ id }: { id: string }) => id === event.id),
    'the same as GET /events gives',
  ).toEqual(event);
  expect(headers['webhook-id']).toBe(event.id);
  const webhook = new Webhook(secret);
  expect(webhook.verify(body, headers)).toEqual(event);
  expect(() => webhook.verify(body.replace('Ann', 'Bob'), headers)).toThrow();
  expect(() => webhook.verify(body, { ...headers, 'webhook-id': uuid() })).toThrow();
  expect(() => webhook.verify(body, { ...headers, 'webhook-signature': 'v1,Zm9yZ2Vk' })).toThrow();
  const old = String(Number(headers['webhook-timestamp']) - 600);
  expect(() => webhook.verify(body, { ...headers, 'webhook-timestamp': old })).toThrow();
  expect(() => new Webhook(`whsec_${Buffer.from('another').toString('base64')}`).verify(body, headers)).toThrow();
  expect(await deliveriesOf(gym, endpoint.id)).toMatchObject([
    {
      state: 'delivered',
      attempts: 1,
      status: 204,
      answer: '',
      nextAttemptAt: null,
      event: { type: 'contact.created' },
    },
  ]);
});

test('a replaced secret signs beside the new one for a day', async () => {
  const gym = await createGym(server);
  const to = await receiver();
  const { endpoint, secret: first } = await addEndpoint(gym, to.url);
  const { body } = await gym.by.admin.post(`/webhook-endpoints/${endpoint.id}/rotate-secret`);
  expect(body.secret).not.toBe(first);
  const passes = (secret: string, { headers, body: text }: Receiver['received'][number]) => {
    try {
      new Webhook(secret).verify(text, { ...headers, 'webhook-timestamp': headers['webhook-timestamp'] ?? '' });
      return true;
    } catch (error) {
      return String(error);
    }
  };
  server.clock.now = new Date();
  await addContact(gym);
  await deliver();
  expect(to.received[0] && [passes(first, to.received[0]), passes(body.secret, to.received[0])]).toEqual([true, true]);
  expect(to.received[0]?.headers['webhook-signature']?.split(' ')).toHaveLength(2);
  await addContact(gym);
  later(25 * 60);
  await deliver();
  expect(to.received[1]?.headers['webhook-signature']?.split(' ')).toHaveLength(1);
});

test('the day is 24 hours, also in the night in which the clocks of the server change', async () => {
  const gym = await createGym(server);
  const { endpoint } = await addEndpoint(gym, 'https://hooks.example.com');
  vi.stubEnv('TZ', 'America/Denver');
  server.clock.now = new Date('2027-03-14T03:00:00Z');
  const { body } = await (await server.as(gym.users.admin)).post(`/webhook-endpoints/${endpoint.id}/rotate-secret`);
  expect(body.endpoint.oldSecretUntil).toBe('2027-03-15T03:00:00.000Z');
});

test('an endpoint gets the types and locations that it names', async () => {
  const gym = await createGym(server);
  const rival = await createGym(server);
  const [all, updates, south] = [await receiver(), await receiver(), await receiver()];
  await addEndpoint(gym, all.url);
  await addEndpoint(gym, updates.url, { types: ['contact.updated'] });
  await addEndpoint(gym, south.url, { locationIds: [gym.otherLocationId] });
  await addContact(rival);
  const contactId = await addContact(gym);
  await rename(gym, contactId, 'Low');
  await addContact(gym, gym.otherLocationId);
  await deliver();
  expect(all.received.map(({ event }) => event.type).toSorted()).toEqual([
    'contact.created',
    'contact.created',
    'contact.updated',
  ]);
  expect(updates.received.map(({ event }) => event.type)).toEqual(['contact.updated']);
  expect(south.received.map(({ event }) => event.type)).toEqual(['contact.created']);
});

test('a failed attempt is made again with the same id, and later events of the record wait for it', async () => {
  const gym = await createGym(server);
  let isBroken = true;
  const to = await receiver((response) => void response.writeHead(isBroken ? 500 : 200).end('x'.repeat(5_000)));
  const { endpoint } = await addEndpoint(gym, to.url);
  const first = await addContact(gym);
  await deliver();
  await rename(gym, first, 'Low');
  const second = await addContact(gym);
  await deliver();
  expect(to.received.map(({ event }) => event.data['contactId'])).toEqual([first, second]);
  expect(await endpointOf(gym, endpoint.id)).toMatchObject({ status: 'failing' });
  const [failed] = (await deliveriesOf(gym, endpoint.id)).toReversed();
  expect(failed).toMatchObject({ state: 'pending', attempts: 1, status: 500, answer: 'x'.repeat(1_024) });
  expect(Date.parse(failed.nextAttemptAt)).toBeGreaterThan(server.clock.now.getTime());
  isBroken = false;
  later(1);
  await deliver();
  const ofFirst = to.received.filter(({ event }) => event.data['contactId'] === first);
  expect(ofFirst.map(({ event }) => event.type)).toEqual(['contact.created', 'contact.created', 'contact.updated']);
  expect(ofFirst[0]?.headers['webhook-id']).toBe(ofFirst[1]?.headers['webhook-id']);
  expect(await endpointOf(gym, endpoint.id)).toMatchObject({ status: 'active', failingSince: null });
});

test('redirects are not followed, Retry-After is heeded, and no answer is a failure', async () => {
  const gym = await createGym(server);
  const elsewhere = await receiver();
  const to = await receiver((response) => void response.writeHead(302, { location: elsewhere.url }).end());
  const { endpoint } = await addEndpoint(gym, to.url);
  await addContact(gym);
  await deliver();
  expect(elsewhere.received).toEqual([]);
  expect(await deliveriesOf(gym, endpoint.id)).toMatchObject([{ state: 'pending', status: 302 }]);
  to.answer = (response) => void response.writeHead(429, { 'retry-after': '7200' }).end();
  later(1);
  await deliver();
  const [asked] = await deliveriesOf(gym, endpoint.id);
  expect((Date.parse(asked.nextAttemptAt) - server.clock.now.getTime()) / 60_000).toBe(120);
  to.answer = (_response, _received, request) => void request.socket.destroy();
  later(121);
  await deliver();
  expect(await deliveriesOf(gym, endpoint.id)).toMatchObject([{ state: 'pending', attempts: 3, status: null }]);
});

test('after ten attempts a delivery is given up, and an endpoint that failed for three days is turned off and its admins told', async () => {
  const gym = await createGym(server);
  const to = await receiver((response) => void response.writeHead(503).end('down'));
  const { endpoint } = await addEndpoint(gym, to.url);
  const contactId = await addContact(gym);
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    await deliver(1);
    const [{ nextAttemptAt }] = await deliveriesOf(gym, endpoint.id);
    server.clock.now = nextAttemptAt ? new Date(nextAttemptAt) : new Date(server.clock.now.getTime() + 8 * 3_600_000);
  }
  expect(to.received).toHaveLength(10);
  expect(await deliveriesOf(gym, endpoint.id)).toMatchObject([{ state: 'failed', attempts: 10, nextAttemptAt: null }]);
  await (await admin(gym)).put(`/contacts/${contactId}`, { body: { lastName: 'Low' } });
  await deliver();
  expect(await endpointOf(gym, endpoint.id)).toMatchObject({ status: 'disabled', disabledReason: 'failing' });
  server.emails.length = 0;
  const notice = {
    database: server.database,
    mailer: { send: async (mail: never) => void server.emails.push(mail), close: () => undefined },
    config: server.config,
  };
  await sendDisabledNotices(notice);
  await sendDisabledNotices(notice);
  expect(server.emails).toMatchObject([
    { to: gym.users.admin.email, subject: `Webhooks to ${to.host} are turned off` },
  ]);

  to.answer = (response) => void response.writeHead(200).end();
  const by = await admin(gym);
  await by.put(`/webhook-endpoints/${endpoint.id}`, { body: { isActive: true } });
  const resent = await by.post(`/webhook-endpoints/${endpoint.id}/resend`, { body: { since: start.toISOString() } });
  expect(resent).toMatchObject({ status: 202, body: { deliveries: 2, message: '2 events are sent again' } });
  await deliver();
  expect(to.received.slice(-2).map(({ event }) => event.type)).toEqual(['contact.created', 'contact.updated']);
});

test('a new secret signs at once after the APP_SECRET was changed, and until then the delivery says what to do', async () => {
  const gym = await createGym(server);
  const to = await receiver();
  const { endpoint } = await addEndpoint(gym, to.url);
  const before = encrypt('the earlier secret, of 32 characters', endpoint.id, 'whsec_lost', 'webhook secrets');
  await server.database.scoped([gym.companyId], (tx) =>
    tx.updateTable('webhook_endpoints').set({ secret_sealed: before }).where('id', '=', endpoint.id).execute(),
  );
  await addContact(gym);
  await deliver(1);
  expect(to.received).toEqual([]);
  expect((await deliveriesOf(gym, endpoint.id))[0]).toMatchObject({
    state: 'pending',
    answer: 'The secret of this webhook was lost. Make a new one.',
  });
  const { secret } = (await gym.by.admin.post(`/webhook-endpoints/${endpoint.id}/rotate-secret`)).body;
  later(2);
  await deliver(1);
  const [got] = to.received;
  expect(() => new Webhook(secret).verify(got?.body ?? '', got?.headers ?? {})).not.toThrow();
});

test('410 turns the endpoint off at once, and what waits is not sent', async () => {
  const gym = await createGym(server);
  const to = await receiver((response) => void response.writeHead(410).end());
  const { endpoint } = await addEndpoint(gym, to.url);
  const contactId = await addContact(gym);
  await rename(gym, contactId, 'Low');
  await deliver();
  expect(to.received).toHaveLength(1);
  expect(await endpointOf(gym, endpoint.id)).toMatchObject({ status: 'disabled', disabledReason: 'gone' });
  expect((await deliveriesOf(gym, endpoint.id)).map(({ state }: { state: string }) => state)).toEqual([
    'failed',
    'failed',
  ]);
  expect((await gym.by.admin.post(`/webhook-endpoints/${endpoint.id}/test`)).status).toBe(409);
});

test('an endpoint that hangs delays no other', async () => {
  const gym = await createGym(server);
  const rival = await createGym(server);
  const hanging = await receiver(() => undefined);
  const healthy = await receiver();
  const { endpoint } = await addEndpoint(gym, hanging.url);
  await addEndpoint(gym, healthy.url);
  const elsewhere = await receiver();
  await addEndpoint(rival, elsewhere.url);
  for (let index = 0; index < 12; index += 1) await addContact(gym);
  const began = Date.now();
  await deliver(1);
  for (let index = 0; index < 5; index += 1) await Promise.all([addContact(gym), addContact(rival)]);
  await deliver(2);
  expect(healthy.received).toHaveLength(17);
  expect(elsewhere.received).toHaveLength(5);
  expect(Date.now() - began).toBeLessThan(12_000);
  expect(hanging.received.length).toBeLessThanOrEqual(4);
  await gym.by.admin.delete(`/webhook-endpoints/${endpoint.id}`);
});

test('a process that is killed while it sends loses nothing: another sends it again', async () => {
  const gym = await createGym(server);
  let isHanging = true;
  const to = await receiver((response) => void (isHanging || response.writeHead(200).end()));
  await addEndpoint(gym, to.url);
  const contactId = await addContact(gym);
  await publishEvents(parts);
  const killed = new AbortController();
  await deliverWebhooks(parts, killed.signal);
  killed.abort();
  await expect.poll(() => to.received.length).toBe(1);
  isHanging = false;
  await expect
    .poll(async () => {
      later(1);
      await deliver(1);
      return to.received.length;
    })
    .toBe(2);
  expect(to.received.map(({ event }) => event.data['contactId'])).toEqual([contactId, contactId]);
  await rename(gym, contactId, 'Low');
  await deliver();
  expect(to.received).toHaveLength(3);
});

test('Test sends an event that only this endpoint gets, and Resend sends one again', async () => {
  const gym = await createGym(server);
  const [one, two] = [await receiver(), await receiver()];
  const { endpoint } = await addEndpoint(gym, one.url, { types: ['drawer.closed'] });
  await addEndpoint(gym, two.url);
  const tested = await gym.by.admin.post(`/webhook-endpoints/${endpoint.id}/test`);
  expect(tested).toMatchObject({
    status: 202,
    body: { delivery: { state: 'pending', event: { type: 'webhook.test' } } },
  });
  await deliver();
  expect(one.received.map(({ event }) => event)).toMatchObject([
    { type: 'webhook.test', data: { endpointId: endpoint.id } },
  ]);
  expect(two.received).toEqual([]);
  const path = `/webhook-endpoints/${endpoint.id}/deliveries/${tested.body.delivery.id}/resend`;
  expect((await gym.by.admin.post(path)).body.delivery).toMatchObject({ state: 'pending', attempts: 0 });
  await deliver();
  expect(one.received.map(({ headers }) => headers['webhook-id'])).toEqual(Array(2).fill(one.received[0]?.event.id));
});
