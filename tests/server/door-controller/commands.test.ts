import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { followCommands, type Command } from '#door-controller/commands.ts';

const command = { id: 'c1', type: 'open', doorId: 'd1', expiresAt: '2999-01-01T00:00:00.000Z' };

/** A Spotter that goes on with each stream as the test says. */
async function spotterDouble(onStream: (reply: ServerResponse, nth: number) => void) {
  const acknowledged: string[] = [];
  let streams = 0;
  const server = createServer((request, reply) => {
    if (request.method === 'POST') {
      acknowledged.push(request.url ?? '');
      reply.end('{}');
      return;
    }
    streams += 1;
    onStream(reply, streams);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, acknowledged };
}

test.each([
  ['falls silent', (reply: ServerResponse) => reply.write(': still here\n\n')],
  ['never answers', () => undefined],
])(
  'a connection that %s is dropped, and another one brings the command',
  async (_how, first) => {
    const { url, acknowledged } = await spotterDouble((reply, nth) => {
      if (nth === 1) first(reply);
      else reply.write(`data: ${JSON.stringify(command)}\n\n`);
    });
    const run = vi.fn<(given: Command) => Promise<void>>(async () => undefined);
    const stop = new AbortController();
    const ended = followCommands({ url, token: 'spd_secret', run, signal: stop.signal, silentMs: 500 });
    await vi.waitFor(() => expect(acknowledged).toContain('/api/devices/self/commands/c1/acknowledgement'), 60_000);
    expect(run.mock.calls[0]).toEqual([command]);
    stop.abort();
    await ended;
  },
  90_000,
);
