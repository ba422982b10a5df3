import fastifyCors from '@fastify/cors';
import { sql } from 'kysely';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppContext } from '#server/platform/context.ts';
import { isApi } from './headers.ts';

const preflightSeconds = 600;

/**
 * Closed, but to the origins that a live API key names. A browser asks before it sends the key, so any key's origin will do here;
 * whether the key of the request names it is checked with the key.
 */
export async function cors(app: FastifyInstance, { config, database, clock }: AppContext): Promise<void> {
  const { origin: own } = new URL(config.publicUrl);
  const isNamed = async (origin: string) => {
    const { rows } = await sql<{ named: boolean }>`select is_api_key_origin(${origin}, ${clock()}) as named`.execute(
      database.unscoped,
    );
    return rows[0]?.named ?? false;
  };
  await app.register(fastifyCors, {
    delegator: async ({ url, headers: { origin } }: FastifyRequest) => ({
      origin: origin !== undefined && origin !== own && isApi(url) && (await isNamed(origin)),
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
      allowedHeaders: ['Authorization', 'Content-Type', 'Idempotency-Key', 'If-None-Match'],
      exposedHeaders: ['ETag', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'X-Request-Id'],
      maxAge: preflightSeconds,
    }),
  });
}
