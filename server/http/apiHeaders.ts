import type { FastifyReply, FastifyRequest } from 'fastify';

/** Whether an address is one of the API's, `/api` itself and an absolute one included. */
export const isApi = (url: string): boolean => /^(?:https?:\/\/[^/?]*)?\/api(?:[/?#]|$)/i.test(url);

/** The headers of every response of the API, also of an early error. A route may set another `Cache-Control`. */
export function apiHeaders({ id, url }: FastifyRequest, reply: FastifyReply): void {
  if (isApi(url)) reply.header('X-Request-Id', id).header('Cache-Control', 'no-store');
}
