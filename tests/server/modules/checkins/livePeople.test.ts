import { EventSourceParserStream } from 'eventsource-parser/stream';
import { afterEach, expect, test, vi } from 'vitest';
import { findPeople, withChanged } from '#domain/contacts/findPeople.ts';
import type { PeopleEvent, Person } from '#domain/contacts/peopleContract.ts';
import { asAdmin } from '#tests/support/database.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym, type Gym } from '#tests/support/gym.ts';
import { sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const address = await server.app.listen({ port: 0 });
afterEach(() => void vi.useRealTimers());

/** Reads a stream's events of people, beginning with what was missed for so long. */
async function openStream({ locationId, users }: Gym, missedMs?: number) {
  const stop = new AbortController();
  const missed = missedMs === undefined ? '' : `&missedMs=${missedMs}`;
  const { body } = await fetch(`${address}/api/checkins/live?locationId=${locationId}${missed}`, {
    headers: { authorization: `Bearer ${await server.createToken(users.operator)}` },
    signal: stop.signal,
  });
  if (!body) throw new Error('The answer has no body');
  const events = body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader();
  const next = async (): Promise<PeopleEvent> => {
    const { value } = await events.read();
    return value?.event === 'people' ? JSON.parse(value.data) : next();
  };
  return { next, stop: () => stop.abort() };
}

// With the first stream the server begins to listen, and says that all must be read.
await (await openStream(await createGym(server))).next();

let ahead = 0;

/** Opens a stream and a console's memory with it, changes people while no stream is open, and compares what is found afterwards. */
async function searchAfterACut(minutes: number, lose: () => Promise<unknown> = () => Promise.resolve()) {
  const gym = await createGym(server);
  const make = builders(server, gym);
  const at = `locationId=${gym.locationId}`;
  const read = async (ids?: readonly string[]): Promise<Person[]> =>
    (await gym.by.operator.get(`/contacts/people?${at}${ids ? `&ids=${ids.join(',')}` : ''}`)).body.people;
  const [renamed, deleted, moved] = [
    await make.contact({ first_name: 'Ada', last_name: 'Renner' }),
    await make.contact({ first_name: 'Bo', last_name: 'Renner' }),
    await make.contact({ first_name: 'Cy', last_name: 'Renner' }),
  ];
  const visitor = await make.contact({ first_name: 'Di', last_name: 'Renner', home_location_id: gym.otherLocationId });
  // The server has listened for longer than the console was gone, and no test is earlier than the one before.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (ahead += 20 * 60_000) });
  let memory: readonly Person[] = await read();
  const other = await openStream(gym);

  await gym.by.operator.put(`/contacts/${renamed}`, { body: { firstName: 'Zoe' } });
  await gym.by.manager.delete(`/contacts/${deleted}`);
  await asAdmin(
    `update contacts set home_location_id = '${gym.otherLocationId}' where id = '${moved}'`,
    new URL(server.url).pathname.slice(1),
  );
  await make.contactMembership(visitor);
  const added = await make.contact({ first_name: 'Eve', last_name: 'Renner' });
  const told = new Set<string>();
  while (!told.has(added)) for (const id of (await other.next()).contactIds ?? []) told.add(id);
  other.stop();
  await lose();
  vi.setSystemTime(Date.now() + minutes * 60_000);

  const again = await openStream(gym, minutes * 60_000);
  const { contactIds } = await again.next();
  again.stop();
  memory = (contactIds ? withChanged(memory, contactIds, await read(contactIds)) : await read()) ?? [];
  for (const typed of ['renner', 'ada', 'zoe', 'bo', 'cy', 'di', 'eve', 'e']) {
    const { body } = await gym.by.operator.get(
      `/contacts?${at}&includeVisitors=true&sortBy=relevance&limit=8&search=${typed}`,
    );
    const found = body.contacts.map(({ contact }: { contact: Person }) => contact.id);
    expect([typed, ...findPeople(memory, typed, 8).map(({ id }) => id)]).toEqual([typed, ...found]);
  }
  expect(findPeople(memory, 'renner', 8).map(({ firstName }) => firstName)).toEqual(['Di', 'Eve', 'Zoe']);
  return contactIds?.toSorted() ?? 'all';
}

test('after minutes without its stream, a console that reads whom the server names finds whom the server’s search finds', async () => {
  expect(await searchAfterACut(4)).toHaveLength(5);
});

test('after more minutes than changes are kept it is told to read all, and finds the same', async () => {
  expect(await searchAfterACut(12)).toBe('all');
});

test('after the server itself lost its connection, or was started again, it is told to read all, and finds the same', async () => {
  const database = new URL(server.url).pathname.slice(1);
  const lose = async () => {
    const witness = await openStream(await createGym(server));
    await asAdmin(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'spotter-live' and datname = '${database}'`,
    );
    // The server is connected again.
    expect(await witness.next()).toEqual({});
    witness.stop();
  };
  expect(await searchAfterACut(4, lose)).toBe('all');
});
