import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { badRequest } from './problem.ts';

/** Requests that Node would refuse itself, without a body, are refused in the API's error shape instead. */
export const httpOptions = {
  requireHostHeader: false,
  // A client that sends its headers byte by byte is disconnected within 20 seconds.
  headersTimeout: 15_000,
  connectionsCheckingInterval: 5_000,
};

/** Enough for a photo of 10 MB at half a megabit per second. */
export const requestTimeoutMs = 180_000;

export function checkHttp(app: FastifyInstance): void {
  // A body is JSON or a form with files.
  app.removeContentTypeParser('text/plain');
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.httpVersion === '1.1' && raw.headers.host === undefined) throw badRequest('The request names no host');
  });
  app.server.on('checkExpectation', ({ socket }) => {
    socket.end(rawResponse(417, 'This expectation cannot be met'));
  });
}

/** It closes the connection. */
function rawResponse(status: number, message: string): string {
  const body = JSON.stringify({ message });
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    `X-Request-Id: ${randomUUID()}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}

const unreadable: Record<string, readonly [status: number, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long'],
  HPE_HEADER_OVERFLOW: [431, 'The headers of the request are too large'],
};

export function sendClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable)
    socket.write(rawResponse(...(unreadable[error.code ?? ''] ?? [400, 'The request could not be read'])));
  socket.destroy(error);
}
