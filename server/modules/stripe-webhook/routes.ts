import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { id } from '#domain/shared/contract.ts';
import { stripeActor } from '#server/platform/http/actors.ts';
import type { AppContext } from '#server/platform/context.ts';
import { badRequest } from '#server/platform/http/problem.ts';
import { applyEvent } from './applyEvent.ts';
import { readEvent } from './readEvent.ts';

/** An event may be larger than a JSON body from the console. */
const bodyLimit = 512 * 1024;

/** The body stays a buffer, because its bytes are signed. */
export const stripeEventRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
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
        if (!Buffer.isBuffer(request.body) || typeof signature !== 'string')
          throw badRequest('The signature of this event is missing');
        const { companyId } = request.params;
        const event = await readEvent(context, companyId, request.body, signature);
        // The response is 200 only when the event is stored.
        await applyEvent(context, { ...stripeActor, requestId: request.id }, companyId, event);
        return { received: true as const };
      },
    );
  };
