import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface Asked {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly token: string | undefined;
  readonly body: unknown;
}

/** The local API of a lock, which notes what it is asked. */
export async function lockDouble() {
  const asked: Asked[] = [];
  let answer = 200;
  const server = createServer((request, reply) => void note(request, reply));
  async function note(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const body = await text(request);
    const { method, url: path, headers } = request;
    asked.push({ method, path, token: headers.authorization, body: body ? JSON.parse(body) : undefined });
    reply.writeHead(answer, { 'content-type': 'application/json' }).end('{"code":"SUCCESS"}');
  }
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    setStatus: (status: number) => void (answer = status),
    close: () => server.close(),
  };
}
