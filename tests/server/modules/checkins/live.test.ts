import { EventSourceParserStream, type EventSourceMessage } from 'eventsource-parser/stream';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
let gym = await createGym(server);
const rival = await createGym(server);
const address = await server.app.listen({ port: 0 });

const open = async (locationId: string, level: 'operator' | 'point_of_sale' = 'operator', more = '') => {
  const stop = new AbortController();
  const token = await server.createToken(gym.users[level]);
  const response = await fetch(`${address}/api/checkins/live?locationId=${locationId}${more}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: stop.signal,
  });
  return { response, stop: () => stop.abort() };
};

const getEvents = (response: Response, type?: string) => {
  if (!response.body) throw new Error('The answer has no body');
  const ofType = new TransformStream<EventSourceMessage, EventSourceMessage>({
    transform(event, controller) {
      if (event.event === type) controller.enqueue(event);
    },
  });
  return response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .pipeThrough(ofType)
    .getReader();
};

test('a check-in at another desk is sent, granted or denied, and those of another location are not', async () => {
  const { response, stop } = await open(gym.locationId);
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const events = getEvents(response);
  const heard = async () => JSON.parse((await events.read()).value?.data ?? '{}').checkinIds as string[];
  // The connection to the database is new, so everything must be read.
  expect(await heard()).toEqual([]);

  const contactId = await builders(server, gym).contact();
  const at = (locationId: string) => ({ body: { contactId, locationId, doorId: 'Side Entrance' } });
  await gym.by.admin.post('/checkins', at(gym.otherLocationId));
  const denied = await gym.by.admin.post('/checkins', at(gym.locationId));
  expect(await heard()).toEqual([denied.body.checkin.id]);

  await builders(server, gym).contactMembership(contactId);
  const granted = await gym.by.point_of_sale.post('/checkins', at(gym.locationId));
  expect(await heard()).toEqual([granted.body.checkin.id]);
  stop();
});

/** What a stream says of people: `all`, or ids. */
const peopleHeard = (response: Response) => {
  const events = getEvents(response, 'people');
  return async (): Promise<readonly string[] | 'all'> =>
    JSON.parse((await events.read()).value?.data ?? '{}').contactIds ?? 'all';
};

test('a new contact is announced with its id, at its own location only', async () => {
  const make = builders(server, gym);
  const { response, stop } = await open(gym.locationId, 'point_of_sale');
  const heard = peopleHeard(response);
  const elsewhere = await make.contact({ home_location_id: gym.otherLocationId });
  const added = await make.contact();
  const ids: string[] = [];
  while (!ids.includes(added)) ids.push(...(await heard()));
  expect(ids).not.toContain(elsewhere);
  stop();
});

/** A company of the test's own, when the server has listened for a minute and knows all that was missed since. */
const newGymLater = async () => {
  const shared = gym;
  onTestFinished(() => {
    vi.useRealTimers();
    gym = shared;
  });
  gym = await createGym(server);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
};

test('more people than can be asked for by their ids, as of an import, are announced as all', async () => {
  await newGymLater();
  const { response, stop } = await open(gym.locationId);
  const heard = peopleHeard(response);
  await server.database.scoped([gym.companyId], (tx) =>
    sql`insert into contacts (id, company_id, home_location_id, first_name, last_name, email)
        select gen_random_uuid(), ${gym.companyId}, ${gym.locationId}, 'Casey', 'Jones', 'casey' || n || '@mail.test'
          from generate_series(1, 101) n`.execute(tx),
  );
  expect(await heard()).toBe('all');
  stop();
});

test('a stream that is opened again is told whose changes it missed, or all if it was away for longer than they are kept', async () => {
  await newGymLater();
  const missed = await builders(server, gym).contact();
  const reopen = async (missedMs: number) => {
    const { response, stop } = await open(gym.locationId, 'operator', `&missedMs=${missedMs}`);
    const first = await peopleHeard(response)();
    stop();
    return first;
  };
  expect(await reopen(5_000)).toEqual([missed]);
  expect(await reopen(3_600_000)).toBe('all');
  expect((await gym.by.operator.get(`/checkins/live?locationId=${gym.locationId}&missedMs=-1`)).status).toBe(400);
});

test('a stream continues when its session is renewed, and the token that opened it can open another', async () => {
  const token = await server.createToken(gym.users.operator);
  const bearer = { headers: { authorization: `Bearer ${token}` } };
  const stop = new AbortController();
  const listen = () =>
    fetch(`${address}/api/checkins/live?locationId=${gym.locationId}`, { ...bearer, signal: stop.signal });
  const events = getEvents(await listen());
  expect((await server.anonymous.post('/auth/refresh', bearer)).status).toBe(200);
  const contactId = await builders(server, gym).contact();
  const { body } = await gym.by.admin.post('/checkins', {
    body: { contactId, locationId: gym.locationId, doorId: 'Side Entrance' },
  });
  const heard: string[] = [];
  while (!heard.includes(body.checkin.id))
    heard.push(...JSON.parse((await events.read()).value?.data ?? '{}').checkinIds);
  expect((await listen()).status).toBe(200);
  stop.abort();
});

test('a location is required, and another company’s is 404', async () => {
  expect((await gym.by.operator.get('/checkins/live')).status).toBe(400);
  expect((await gym.by.operator.get(`/checkins/live?locationId=${rival.locationId}`)).status).toBe(404);
  expect((await server.anonymous.get(`/checkins/live?locationId=${gym.locationId}`)).status).toBe(401);
});

test('one person cannot keep more than a dozen streams: the oldest ends', async () => {
  const streams = [];
  for (let count = 0; count < 13; count += 1) streams.push(await open(gym.locationId, 'point_of_sale'));
  const oldest = await streams[0]?.response.text();
  expect(oldest).toContain(': listening');
  for (const { stop } of streams.slice(1)) stop();
});

/** The stream has ended; the time-out of the test says that it has not. */
const ended = async (response: Response) => {
  const events = getEvents(response);
  for (;;) if ((await events.read()).done) return;
};

const endings: [what: string, end: () => Promise<unknown>][] = [
  [
    'the person is disabled',
    () => gym.by.admin.post(`/users/${gym.users.operator.id}/disable`, { body: { companyId: gym.companyId } }),
  ],
  [
    'the person signs out everywhere',
    async () => gym.by.admin.delete(`/users/${gym.users.operator.id}/sessions`, { body: { companyId: gym.companyId } }),
  ],
  [
    'the access to the location is taken away',
    () =>
      gym.by.admin.put(`/users/${gym.users.operator.id}?companyId=${gym.companyId}`, {
        body: { role: 'staff', locations: [{ locationId: gym.otherLocationId, accessLevel: 'operator' }] },
      }),
  ],
];

test.each(endings)('a stream ends at once when %s, on every server, and those of others go on', async (_what, end) => {
  const shared = gym;
  onTestFinished(() => void (gym = shared));
  gym = await createGym(server);
  const { response } = await open(gym.locationId);
  const other = await open(gym.locationId, 'point_of_sale');
  expect([response.status, other.response.status]).toEqual([200, 200]);
  const before = Date.now();
  expect(await end()).toMatchObject({ status: 200 });
  await ended(response);
  // Well before the next beat, let alone the end of the stream's own time.
  expect(Date.now() - before).toBeLessThan(10_000);
  const events = getEvents(other.response);
  const { body } = await gym.by.admin.post('/checkins', {
    body: { contactId: await builders(server, gym).contact(), locationId: gym.locationId, doorId: 'Front Desk' },
  });
  const heard: string[] = [];
  while (!heard.includes(body.checkin.id))
    heard.push(...JSON.parse((await events.read()).value?.data ?? '{}').checkinIds);
  other.stop();
});

test('open streams do not keep the server from stopping', async () => {
  const { response } = await open(gym.locationId);
  const rest = response.text();
  await server.app.close();
  expect(await rest).toContain(': listening');
});
