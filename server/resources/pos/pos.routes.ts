import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { salesItemPurchaseAnswer, salesItemPurchaseBody } from '#domain/contract/pos.ts';
import type { Deps } from '#server/deps.ts';
import { attemptOf, once, send } from '#server/http/idempotency.ts';
import { cashSale } from './pos.service.ts';

export const posRoutes = ({ database, clock }: Deps): FastifyPluginAsyncZod => async (app) => {
  app.post(
    '/sales-items/purchase',
    {
      config: { access: 'sales-items:sell' },
      schema: { tags: ['pos'], body: salesItemPurchaseBody, response: { 201: salesItemPurchaseAnswer } },
    },
    async (request, reply) => {
      const { reach, body } = request;
      const location = reach.at(body.locationId);
      const attempt = attemptOf(request, location.companyId);
      const till = { location, by: reach.person.userId, now: clock() };
      return send(reply, await once(database, reach.companies, attempt, (tx) => cashSale(tx, body, till)));
    },
  );
};
