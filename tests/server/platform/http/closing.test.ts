import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { expect, test } from 'vitest';
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
