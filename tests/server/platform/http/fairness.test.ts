import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { testServer, sharedServer } from '#tests/support/server.ts';

const server = await sharedServer();
const gym = await createGym(server);
const rival = await createGym(server);

/** A promise that waits until the test opens it. */
function gate() {
  let open = () => undefined as void;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

test('a company that fills the pool only delays itself; another is served, and people sign in', async () => {
  const { opened, open } = gate();
  let begun = 0;
  const long = Array.from({ length: 40 }, () =>
    server.database.scoped([gym.companyId], async () => {
      begun += 1;
      await opened;
    }),
  );
  await expect.poll(() => begun).toBe(4);
  // Takes all of the ten connections that companies may have.
  const alsoLong = Array.from({ length: 40 }, () => server.database.readOnly([rival.companyId], () => opened));
  const third = await server.database.unscoped.selectFrom('users').select('id').limit(1).execute();
  expect(third).toHaveLength(1);
  open();
  await Promise.all([...long, ...alsoLong]);
  expect(begun).toBe(40);
});

test('each company gets at most half of the pool', async () => {
  const { opened, open } = gate();
  const long = Array.from({ length: 40 }, () => server.database.scoped([gym.companyId], () => opened));
  for (let times = 0; times < 20; times += 1)
    await server.database.scoped([rival.companyId], (tx) => sql`select 1`.execute(tx));
  expect((await rival.by.operator.get(`/contacts?locationId=${rival.locationId}`)).status).toBe(200);
  open();
  await Promise.all(long);
});

/** A server on the same database whose lists wait until the gate is opened. */
async function slowServer() {
  const { opened, open } = gate();
  const state = { reading: 0 };
  const readOnly: Database['readOnly'] = async (...args) => {
    state.reading += 1;
    await opened;
    return server.database.readOnly(...args);
  };
  const slow = await testServer({}, { ...server.database, readOnly });
  return { slow, state, open };
}

test('40 concurrent searches of one person are processed eight at a time, and all are answered', async () => {
  const { slow, state, open } = await slowServer();
  const contact = await builders(server, gym).contact();
  const [operator, manager] = [await slow.as(gym.users.operator), await slow.as(gym.users.manager)];
  const searches = Array.from({ length: 40 }, () => operator.get(`/contacts?locationId=${gym.locationId}&search=a`));
  await expect.poll(() => state.reading).toBe(8);
  // A colleague does not wait either.
  expect((await manager.get(`/contacts/${contact}`)).status).toBe(200);
  expect(state.reading).toBe(8);
  open();
  expect(new Set((await Promise.all(searches)).map(({ status }) => status))).toEqual(new Set([200]));
  await slow.close();
});

test('40 searches on one socket are answered, while another company is served on its own', async () => {
  const { slow, state, open } = await slowServer();
  await slow.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = slow.app.server.address() as AddressInfo;
  const token = await slow.createToken(gym.users.operator);
  const search = `GET /api/contacts?locationId=${gym.locationId}&search=a HTTP/1.1\r\nHost: gym.test\r\nAuthorization: Bearer ${token}\r\n`;
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  let heard = '';
  socket.on('data', (text: string) => (heard += text));
  socket.write(`${`${search}\r\n`.repeat(39)}${search}Connection: close\r\n\r\n`);
  await expect.poll(() => state.reading).toBe(8);
  const id = await builders(server, rival).contact();
  expect((await (await slow.as(rival.users.operator)).get(`/contacts/${id}`)).status).toBe(200);
  open();
  await once(socket, 'close');
  expect(heard.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(40);
  await slow.close();
});

test('a response that waits on its socket for an earlier slow one holds no slot', async () => {
  const { slow, state, open } = await slowServer();
  const origin = await slow.app.listen({ port: 0, host: '127.0.0.1' });
  const token = await slow.createToken(gym.users.operator);
  const get = (path: string, ...more: string[]) =>
    [`GET /api${path} HTTP/1.1`, 'Host: gym.test', `Authorization: Bearer ${token}`, ...more, '', ''].join('\r\n');
  const socket = connect(Number(new URL(origin).port), '127.0.0.1').setEncoding('utf8');
  let heard = '';
  socket.on('data', (text: string) => (heard += text));
  socket.write(get('/contacts?search=a'));
  await expect.poll(() => state.reading).toBe(1);
  socket.write(get('/locations').repeat(20) + get('/locations', 'Connection: close'));
  const response = await fetch(`${origin}/api/locations`, { headers: { authorization: `Bearer ${token}` } });
  expect([response.status, heard]).toEqual([200, '']);
  open();
  await once(socket, 'close');
  expect(heard.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(22);
  await slow.close();
});

test('a disconnected caller releases its slots', async () => {
  const { slow, state, open } = await slowServer();
  const origin = await slow.app.listen({ port: 0, host: '127.0.0.1' });
  const contact = await builders(server, gym).contact();
  const headers = { authorization: `Bearer ${await slow.createToken(gym.users.operator)}` };
  const gone = new AbortController();
  const asked = Array.from({ length: 8 }, () =>
    fetch(`${origin}/api/contacts?search=a`, { headers, signal: gone.signal }).catch(() => 'gone'),
  );
  await expect.poll(() => state.reading).toBe(8);
  gone.abort();
  expect(new Set(await Promise.all(asked))).toEqual(new Set(['gone']));
  expect((await fetch(`${origin}/api/contacts/${contact}`, { headers })).status).toBe(200);
  open();
  await slow.close();
});

test('responses that stay open hold no slot', async () => {
  const origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
  const headers = { authorization: `Bearer ${await server.createToken(gym.users.operator)}` };
  const leaving = new AbortController();
  const streams = await Promise.all(
    Array.from({ length: 10 }, () =>
      fetch(`${origin}/api/checkins/live?locationId=${gym.locationId}`, { headers, signal: leaving.signal }),
    ),
  );
  expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await fetch(`${origin}/api/locations`, { headers })).status).toBe(200);
  leaving.abort();
});
