import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import fastify from 'fastify';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { closeConnections, stalledMs } from '#server/platform/http/closing.ts';
import { createGym } from '#tests/support/gym.ts';
import { testServer } from '#tests/support/server.ts';

async function listening() {
  const { app, close } = await testServer();
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  /** A connection that the server has, with what was sent first. */
  const open = async (sent: string): Promise<Socket> => {
    const accepted = once(app.server, 'connection');
    const socket = connect(port, '127.0.0.1').setEncoding('utf8');
    socket.on('error', () => undefined).write(sent);
    await accepted;
    return socket;
  };
  return { open, close, server: app.server };
}

const ended = (socket: Socket) => new Promise<void>((resolve) => socket.resume().once('close', () => resolve()));

const login = JSON.stringify({ email: 'nobody@gym.test', password: 'wrong-password' });
const head = [
  'POST /api/auth/login HTTP/1.1',
  'Host: gym.test',
  'Content-Type: application/json',
  `Content-Length: ${login.length}`,
];

test('a server that stops waits for no connection without a whole request', async () => {
  const { open, close } = await listening();
  const connections = [await open(''), await open(head.slice(0, 2).join('\r\n'))];
  await Promise.all([close(), ...connections.map(ended)]);
  expect(connections.map(({ destroyed }) => destroyed)).toEqual([true, true]);
});

test('and answers what was sent on a connection before the answer to an earlier request', async () => {
  const { open, close, server } = await listening();
  const accepted = once(server, 'request');
  const request = [...head, '', login].join('\r\n');
  const socket = await open(request.slice(0, -10));
  const [, response] = await accepted;
  const answered = once(response, 'close');
  let text = '';
  socket.on('data', (sent: string) => (text += sent));
  const next = once(server, 'request');
  socket.write(request.slice(-10) + request.slice(0, -10));
  await Promise.all([next, answered]);
  const closed = Promise.all([close(), ended(socket)]);
  socket.write(request.slice(-10));
  await closed;
  expect(text.match(/HTTP\/1.1 401/g)).toHaveLength(2);
});

test('and does not wait for the rest of a request that came with the last one', async () => {
  const { open, close, server } = await listening();
  const accepted = once(server, 'request');
  const socket = await open([...head, '', login.slice(0, 10)].join('\r\n'));
  await accepted;
  let text = '';
  socket.on('data', (sent: string) => (text += sent));
  socket.write(login.slice(10) + head.slice(0, 2).join('\r\n'));
  await Promise.all([close(), ended(socket)]);
  expect(text).toContain('HTTP/1.1 401');
});

test('nor for the rest of an upload that is answered before it ends', async () => {
  const { open, close, server } = await listening();
  const accepted = once(server, 'request');
  const socket = await open(
    [
      'POST /api/contacts/0199a7e6-0000-7000-8000-000000000000/image HTTP/1.1',
      'Host: gym.test',
      'Authorization: Bearer unknown',
      'Content-Type: multipart/form-data; boundary=x',
      'Content-Length: 9000',
      '',
      '--x',
    ].join('\r\n'),
  );
  let text = '';
  socket.on('data', (sent: string) => (text += sent));
  await accepted;
  await Promise.all([close(), ended(socket)]);
  expect(text).toContain('HTTP/1.1 401');
});

test('and ends a kept connection once its last request is answered', async () => {
  const { open, close, server } = await listening();
  const accepted = once(server, 'request');
  const socket = await open([...head, '', login.slice(0, 10)].join('\r\n'));
  await accepted;
  let answer = '';
  socket.on('data', (text: string) => (answer += text));
  const closed = Promise.all([close(), ended(socket)]);
  socket.write(login.slice(10));
  await closed;
  expect(answer).toContain('HTTP/1.1 401');
});

test('a stream that is asked for just before the stop ends with it', async () => {
  const server = await testServer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { users, locationId } = await createGym(server);
  const token = await server.createToken(users.operator);
  const { port } = server.app.server.address() as AddressInfo;
  const accepted = once(server.app.server, 'request');
  const answer = fetch(`http://127.0.0.1:${port}/api/checkins/live?locationId=${locationId}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await accepted;
  const closed = server.close();
  expect(await (await answer).text()).toBe('');
  await closed;
});

describe('of a large answer that is written but not sent yet', () => {
  const bytes = 50_000_000;

  async function downloading() {
    const app = fastify();
    closeConnections(app);
    app.get('/', () => Buffer.alloc(bytes));
    await app.listen({ port: 0, host: '127.0.0.1' });
    onTestFinished(() => app.close());
    const { port } = app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined).write('GET / HTTP/1.1\r\nHost: gym.test\r\n\r\n');
    await once(socket, 'readable');
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const closed = app.close();
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    return { socket, closed };
  }

  test('a server that stops sends the rest', async () => {
    const { socket, closed } = await downloading();
    let received = 0;
    socket.on('data', (chunk) => (received += chunk.length));
    await Promise.all([closed, once(socket, 'close')]);
    expect(received).toBeGreaterThan(bytes);
  });

  test('it sends no more to a client that takes nothing for fifteen seconds', async () => {
    const { socket, closed } = await downloading();
    vi.advanceTimersByTime(2 * stalledMs);
    await Promise.all([closed, ended(socket)]);
    expect(socket.bytesRead).toBeLessThan(bytes);
  });
});
