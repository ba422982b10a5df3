import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/**
 * An ETag for each single record that is read, so that a program which has it already is answered with 304. Weak, since a
 * compressed response is the same record. It is registered before the compression.
 */
export function entityTags(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.method !== 'GET' || reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    if (!isSingleRecord(request.routeOptions.url ?? '') || reply.hasHeader('ETag')) return payload;
    const tag = createHash('sha256').update(payload).digest('base64url').slice(0, 22);
    reply.header('ETag', `W/"${tag}"`);
    if (!isKnown(request.headers['if-none-match'], tag)) return payload;
    reply.code(304).removeHeader('Content-Type').removeHeader('Content-Length');
    return '';
  });
}

const isSingleRecord = (url: string) => /^\/api\/[a-z-]+\/:\w+$/.test(url);

const isKnown = (sent: string | undefined, tag: string) =>
  (sent ?? '').split(',').some((one) => one.trim().replace(/^W\//, '') === `"${tag}"`);
