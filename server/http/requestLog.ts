import type { FastifyInstance } from 'fastify';
import { personOn } from './authentication.ts';

/** Writes one line for each answer of the API: the route's template, so no ids and no search texts get into the log. */
export function requestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { url } = request.routeOptions;
    if (!request.url.startsWith('/api')) return;
    const person = personOn(request);
    request.log.info(
      {
        requestId: request.id,
        method: request.method,
        route: url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        ...(person && { userId: person.userId, companyIds: person.companies.map(({ id }) => id) }),
      },
      'Request',
    );
  });
}
