import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { id } from '#domain/contract/common.ts';
import type { Deps } from '#server/deps.ts';
import { badRequest } from '#server/http/problem.ts';
import { takeIn } from './webhook.service.ts';

/** An event may be larger than a JSON body of ours. */
const bodyLimit = 512 * 1024;

/** Where Stripe tells what became of payments. The body stays the bytes that were signed. */
export const webhookRoutes = (deps: Deps): FastifyPluginAsyncZod => async (app) => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body);

  app.post(
    '/webhooks/stripe/:companyId',
    {
      bodyLimit,
      config: { access: 'public' },
      schema: {
        tags: ['webhooks'],
        operationId: 'receiveStripeEvent',
        security: [{ stripeSignature: [] }],
        params: z.object({ companyId: id }),
        response: { 200: z.object({ received: z.literal(true) }) },
      },
    },
    async (request) => {
      const signature = request.headers['stripe-signature'];
      if (!Buffer.isBuffer(request.body) || typeof signature !== 'string') throw badRequest('The signature of this event is missing');
      await takeIn(deps, { companyId: request.params.companyId, payload: request.body, signature });
      return { received: true as const };
    },
  );
};
