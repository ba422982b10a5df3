import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { verifyBody, verifyResponse } from '#domain/signatures/verifyContract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { rateLimits, addressBlock } from '#server/platform/http/rateLimits.ts';
import { verifyHashes } from './verify.ts';

/** In 15 minutes, from one address. */
const mostTries = 100;

export const verifyRoutes =
  ({ database, clock }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const attempts = rateLimits(database);

    app.post(
      '/verify',
      {
        config: { access: 'public' },
        schema: {
          tags: ['signatures'],
          operationId: 'verifySignature',
          body: verifyBody,
          response: { 200: verifyResponse },
        },
      },
      async ({ body, ip }) => {
        await attempts.takeOrRefuse(
          [{ subject: `verify ${addressBlock(ip)}`, most: mostTries }],
          clock(),
          'Too many files were checked. Please try again later.',
        );
        return verifyHashes(database, body.hashes);
      },
    );
  };
