import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openLiveEvents, type LiveEvents } from '#server/platform/live/liveEvents.ts';
import { freshDatabase } from '#tests/support/database.ts';

type Fresh = Awaited<ReturnType<typeof freshDatabase>>;
let fresh: Fresh;
const opened: LiveEvents[] = [];
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((live) => live.close()));
});
afterAll(() => fresh.drop());

/** As in a separate process. */
const createProcess = () => {
  const live = openLiveEvents({ url: fresh.url, database: fresh.database });
  opened.push(live);
  return live;
};

/** What a listener has received. The first, empty message says that it is listening. */
const listening = async (live: LiveEvents, locationId: string) => {
  const heard: string[] = [];
  let calls = 0;
  const leave = live.onCheckins(locationId, (ids) => {
    calls += 1;
    heard.push(...ids);
  });
  await expect.poll(() => calls).toBeGreaterThan(0);
  return { heard, leave, calls: () => calls };
};

test('a check-in is published to every process, for its own location only', async () => {
  const [one, two] = [createProcess(), createProcess()];
  const here = await listening(one, 'north');
  const there = await listening(two, 'north');
  const elsewhere = await listening(createProcess(), 'south');
  one.publishCheckin('north', 'a');
  two.publishCheckin('north', 'b');
  await expect
    .poll(() => [here.heard.toSorted(), there.heard.toSorted()])
    .toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
  expect(elsewhere.heard).toEqual([]);
});

test('a thousand check-ins at once all arrive, in batches that fit into a notification', async () => {
  const live = createProcess();
  const { heard, calls } = await listening(live, 'north');
  const ids = Array.from({ length: 1_000 }, (_, index) => `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`);
  for (const id of ids) live.publishCheckin('north', id);
  await expect.poll(() => heard).toEqual(ids);
  expect(calls()).toBeLessThan(20);
});

test('an unsubscribed listener gets nothing more', async () => {
  const live = createProcess();
  const gone = await listening(live, 'north');
  gone.leave();
  const stays = await listening(createProcess(), 'north');
  live.publishCheckin('north', 'a');
  await expect.poll(() => stays.heard).toEqual(['a']);
  expect(gone.heard).toEqual([]);
});

test('a broken connection is reopened, and listeners are asked to refetch everything', async () => {
  const live = createProcess();
  const { heard, calls } = await listening(live, 'north');
  const before = calls();
  const owner = new Client({ connectionString: fresh.url });
  await owner.connect();
  await owner.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'spotter-live' and datname = current_database()",
  );
  await owner.end();
  await expect.poll(() => calls()).toBeGreaterThan(before);
  live.publishCheckin('north', 'after');
  await expect.poll(() => heard).toEqual(['after']);
});

/** In front of the database. Cut, it says nothing more in either direction, as a firewall that has forgotten a connection. */
async function silentNetwork(url: string) {
  const directory = await mkdtemp(join(tmpdir(), 'spotter-network-'));
  const behind = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const database = connect(join(decodeURIComponent(behind.hostname), '.s.PGSQL.5432'));
    for (const socket of [client, database]) sockets.add(socket.on('error', () => undefined));
    client.pipe(database).pipe(client);
  });
  await new Promise<void>((listen) => void server.listen(join(directory, '.s.PGSQL.5432'), listen));
  const front = new URL(url);
  front.hostname = encodeURIComponent(directory);
  return {
    url: front.href,
    cut: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await rm(directory, { recursive: true });
    },
  };
}

test('a connection that dies without a word is noticed, and another one is opened', async () => {
  const network = await silentNetwork(fresh.url);
  const reported: string[] = [];
  const live = openLiveEvents({
    url: network.url,
    database: fresh.database,
    onError: (message) => reported.push(message),
    checkEveryMs: 300,
  });
  const { heard, calls } = await listening(live, 'north');
  network.cut();
  const before = calls();
  await expect.poll(() => calls(), { timeout: 5_000 }).toBeGreaterThan(before);
  live.publishCheckin('north', 'after');
  await expect.poll(() => heard).toEqual(['after']);
  expect(reported).toEqual(['The connection for live check-ins was lost']);
  await live.close();
  await network.close();
});

test.each([
  '',
  '{',
  'null',
  '[]',
  '1',
  '{"locationId":"north"}',
  '{"locationId":"north","checkinIds":"a"}',
  '{"locationId":1,"checkinIds":[null]}',
  'x'.repeat(300),
])('a notification that is not ours (%j) is reported, and the next check-in is heard', async (payload) => {
  const reported: string[] = [];
  const live = openLiveEvents({
    url: fresh.url,
    database: fresh.database,
    onError: (message) => reported.push(message),
  });
  opened.push(live);
  const { heard } = await listening(live, 'north');
  await sql`select pg_notify('spotter_checkins', ${payload})`.execute(fresh.database.unscoped);
  live.publishCheckin('north', 'a');
  await expect.poll(() => heard).toEqual(['a']);
  expect(reported).toEqual(['A notification of check-ins was not understood']);
});

test('a listener that throws is reported, and affects neither other listeners nor the connection', async () => {
  const reported: string[] = [];
  const live = openLiveEvents({
    url: fresh.url,
    database: fresh.database,
    onError: (message) => reported.push(message),
  });
  opened.push(live);
  live.onCheckins('north', () => {
    throw new Error('on purpose');
  });
  const { heard } = await listening(live, 'north');
  live.publishCheckin('north', 'a');
  await expect.poll(() => heard).toEqual(['a']);
  expect(new Set(reported)).toEqual(new Set(['A listener for check-ins failed']));
});

test('a check-in just before the close is still delivered', async () => {
  const live = createProcess();
  const { heard } = await listening(createProcess(), 'north');
  live.publishCheckin('north', 'last');
  await live.close();
  await expect.poll(() => heard).toEqual(['last']);
});
