import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Forwards each request to the next of these servers in turn, skipping those that do not listen. */
export async function balancer(targets: () => readonly string[], { port = 0 } = {}) {
  const taken: Record<string, number> = {};
  let next = 0;

  const server = createServer((incoming, outgoing) => forward(incoming, outgoing, targets().length));

  function forward(incoming: IncomingMessage, outgoing: ServerResponse, tries: number): void {
    const all = targets();
    const target = all[next++ % all.length] ?? '';
    const { address = '' } = incoming.socket.address() as Partial<AddressInfo>;
    const headers = { ...incoming.headers, connection: 'close', 'x-forwarded-for': address };
    // A new connection each time: a kept one may be gone when it is used.
    const upstream = ask(new URL(incoming.url ?? '/', target), { method: incoming.method, headers, agent: false });
    upstream.once('socket', (socket) => socket.once('connect', () => incoming.pipe(upstream)));
    upstream.once('response', (response) => {
      taken[target] = (taken[target] ?? 0) + 1;
      const { connection: _connection, ...responseHeaders } = response.headers;
      outgoing.writeHead(response.statusCode ?? 502, responseHeaders);
      outgoing.flushHeaders();
      response.pipe(outgoing);
      // A truncated response is truncated for the browser too.
      response.once('close', () => response.complete || outgoing.destroy());
    });
    upstream.once('error', (error: NodeJS.ErrnoException) => {
      if (outgoing.headersSent) return void outgoing.destroy();
      if (error.code === 'ECONNREFUSED' && tries > 1) return forward(incoming, outgoing, tries - 1);
      outgoing.writeHead(502, { 'content-type': 'application/json' }).end('{"message":"Nobody answered"}');
    });
    outgoing.once('close', () => upstream.destroy());
  }

  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    /** How many responses each server has sent. */
    taken: () => ({ ...taken }),
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
