import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym, type Gym } from '#tests/support/gym.ts';
import { testServer, type TestServer } from '#tests/support/server.ts';

let base: TestServer;
let server: TestServer;
let gym: Gym;
let rival: Gym;
let origin: string;
let photo: Blob;
let begun = 0;
beforeAll(async () => {
  base = await testServer();
  const { database } = base;
  // An upload that has its slot looks up its contact first.
  const scoped: Database['scoped'] = (...args) => {
    begun += 1;
    return database.scoped(...args);
  };
  server = await testServer({}, { ...database, scoped });
  gym = await createGym(server);
  rival = await createGym(server);
  origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
  photo = new Blob([
    new Uint8Array(
      await sharp({ create: { width: 60, height: 60, channels: 3, background: '#456' } })
        .jpeg()
        .toBuffer(),
    ),
  ]);
});
afterAll(async () => {
  await server.close();
  await base.close();
});

/** A form whose end never arrives. */
async function stalled(of: Gym): Promise<Socket> {
  const [id, token] = [await builders(server, of).contact(), await server.createToken(of.users.operator)];
  const part = '--edge\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\n';
  const head = [
    `POST /api/contacts/${id}/image HTTP/1.1`,
    'Host: gym.test',
    `Authorization: Bearer ${token}`,
    'Content-Length: 1000000',
  ];
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  socket.write(`${head.join('\r\n')}\r\nContent-Type: multipart/form-data; boundary=edge\r\n\r\n${part}`);
  return socket;
}

async function send(of: Gym, level: 'operator' | 'manager' = 'manager'): Promise<number> {
  const form = new FormData();
  form.set('image', photo, 'a.jpg');
  const [id, token] = [await builders(server, of).contact(), await server.createToken(of.users[level])];
  return (
    await fetch(`${origin}/api/contacts/${id}/image`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${token}` },
    })
  ).status;
}

test('four uploads of a company are read at once; the fifth waits, another company’s does not', async () => {
  const slow: Socket[] = [];
  for (let nth = 0; nth < 4; nth += 1) {
    const socket = await stalled(gym);
    const before = begun;
    await expect.poll(() => begun).toBe(before + 1);
    slow.push(socket);
  }
  let isSent = false;
  const waiting = send(gym).finally(() => (isSent = true));
  expect(await send(rival)).toBe(200);
  expect(await send(rival)).toBe(200);
  expect(isSent).toBe(false);
  slow[0]?.destroy();
  expect(await waiting).toBe(200);
  for (const socket of slow) socket.destroy();
});

test('a person who leaves forms unfinished does not hold up the sale of a colleague', async () => {
  const slow = await Promise.all(Array.from({ length: 12 }, () => stalled(gym)));
  const headers = { authorization: `Bearer ${await server.createToken(gym.users.point_of_sale)}` };
  expect((await fetch(`${origin}/api/sales-items?locationId=${gym.locationId}`, { headers })).status).toBe(200);
  for (const socket of slow) {
    socket.destroy();
    await once(socket, 'close');
  }
});
