import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Whether an address is one of the API's, `/api` itself and an absolute one included. */
export const isApi = (url: string): boolean => /^(?:https?:\/\/[^/?]*)?\/api(?:[/?#]|$)/i.test(url);

/** What every answer of the API bears, whoever gives it; a route may say otherwise of `Cache-Control`. */
export function apiHeaders({ id, url }: FastifyRequest, reply: FastifyReply): void {
  if (isApi(url)) reply.header('X-Request-Id', id).header('Cache-Control', 'no-store');
}

/** An answer for what never became a request, in the API's one error shape, and the end of its connection. */
export function rawAnswer(status: number, message: string): string {
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

/** For bytes that are no HTTP, or too slow. */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  if (socket.writable) socket.write(rawAnswer(...(unreadable[error.code ?? ''] ?? [400, 'The request could not be read'])));
  socket.destroy(error);
}
