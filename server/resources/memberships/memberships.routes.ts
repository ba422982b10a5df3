import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { idParams, messageAnswer } from '#domain/contract/common.ts';
import { previewParams, purchasePreviewAnswer } from '#domain/contract/memberships-purchase.ts';
import { membershipAnswer, membershipCreateBody, membershipListQuery, membershipPage, membershipUpdateBody } from '#domain/contract/memberships.ts';
import type { Deps } from '#server/deps.ts';
import { previewPurchase } from './memberships-preview.ts';
import { addMembership, changeMembership, deleteMembership, listMemberships, oneMembership } from './memberships.service.ts';

const tags = ['memberships'];
const reading = { access: 'memberships:read' } as const;
const writing = { access: 'memberships:write' } as const;

export const membershipRoutes = ({ database }: Deps): FastifyPluginAsyncZod => async (app) => {
  app.get(
    '/memberships',
    {
      config: reading,
      schema: { tags, operationId: 'listMemberships', querystring: membershipListQuery, response: { 200: membershipPage } },
    },
    async ({ reach, query }) => database.reading(reach.companies, (tx) => listMemberships(tx, reach, query)),
  );

  app.get(
    '/memberships/:id',
    { config: reading, schema: { tags, operationId: 'getMembership', params: idParams, response: { 200: membershipAnswer } } },
    async ({ reach, params }) => database.reading(reach.companies, (tx) => oneMembership(tx, reach, params.id)),
  );

  app.post(
    '/memberships',
    {
      config: writing,
      schema: { tags, operationId: 'createMembership', body: membershipCreateBody, response: { 201: membershipAnswer } },
    },
    async ({ reach, body }, reply) => {
      const answer = await database.scoped(reach.companies, (tx) => addMembership(tx, reach, body));
      return reply.status(201).send({ ...answer, message: 'Membership created' });
    },
  );

  app.put(
    '/memberships/:id',
    {
      config: writing,
      schema: {
        tags,
        operationId: 'updateMembership',
        params: idParams,
        body: membershipUpdateBody,
        response: { 200: membershipAnswer },
      },
    },
    async ({ reach, params, body }) => {
      const answer = await database.scoped(reach.companies, (tx) => changeMembership(tx, reach, params.id, body));
      return { ...answer, message: 'Membership updated' };
    },
  );

  app.delete(
    '/memberships/:id',
    { config: writing, schema: { tags, operationId: 'deleteMembership', params: idParams, response: { 200: messageAnswer } } },
    async ({ reach, params }) => {
      await database.scoped(reach.companies, (tx) => deleteMembership(tx, reach, params.id));
      return { message: 'Membership deleted' };
    },
  );

  app.get(
    '/memberships/:membershipId/preview/:contactId',
    {
      config: reading,
      schema: { tags, operationId: 'previewMembershipPurchase', params: previewParams, response: { 200: purchasePreviewAnswer } },
    },
    async ({ reach, params }) => ({ preview: await database.scoped(reach.companies, (tx) => previewPurchase(tx, reach, params)) }),
  );
};
