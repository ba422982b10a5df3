import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { idParams, messageAnswer, paginationOf } from '#domain/contract/common.ts';
import {
  contactAnswer,
  contactCreateBody,
  contactDetail,
  contactListQuery,
  contactPage,
  contactUpdateBody,
} from '#domain/contract/contacts.ts';
import { may } from '#domain/rules/access.ts';
import type { Deps } from '#server/deps.ts';
import { within } from '#server/http/reach.ts';
import { toLocationSummary } from '#server/resources/location/location.repo.ts';
import { contactsRepo } from './contacts.repo.ts';
import { toContact, toDeskContact } from './contacts.rows.ts';
import { addContact, changeContact, removeContact } from './contacts.service.ts';

const tags = ['contacts'];

export const contactRoutes = ({ database, clock, urlOf }: Deps): FastifyPluginAsyncZod => async (app) => {
  app.get(
    '/contacts',
    {
      config: { access: 'contacts:list' },
      schema: { tags, operationId: 'listContacts', querystring: contactListQuery, response: { 200: contactPage } },
    },
    async ({ reach, query }) => {
      const at = query.locationId ? reach.at(query.locationId) : undefined;
      const scope = { locationIds: reach.listed(query.locationId), ...(at && { at }), now: clock() };
      const { rows, total } = await database.reading(reach.companies, (tx) => contactsRepo(tx).page(query, scope), 'once');
      // Rows of locations where the level is too low for whole contacts carry what the desk needs.
      const reads = new Set(reach.locations.filter(({ level }) => may(level, 'contacts:read')).map(({ id }) => id));
      const whole = (homeLocationId: string) => (at ? reads.has(at.id) : reads.has(homeLocationId));
      return {
        contacts: rows.map((row) => ({
          contact: whole(row.home_location_id) ? toContact(row, urlOf) : toDeskContact(row, urlOf),
          homeLocation: toLocationSummary(row),
        })),
        pagination: paginationOf(query, total),
      };
    },
  );

  app.get(
    '/contacts/:id',
    {
      config: { access: 'contacts:read' },
      schema: { tags, operationId: 'getContact', params: idParams, response: { 200: contactDetail } },
    },
    async ({ reach, params }) =>
      database.scoped(reach.companies, async (tx) => {
        const repo = contactsRepo(tx);
        const row = within(reach, await repo.one(params.id), 'Contact');
        const home = await repo.homeLocation(row.home_location_id);
        return { contact: toContact(row, urlOf), homeLocation: home ? toLocationSummary(home) : null };
      }),
  );

  app.post(
    '/contacts',
    {
      config: { access: 'contacts:write' },
      schema: { tags, operationId: 'createContact', body: contactCreateBody, response: { 201: contactAnswer } },
    },
    async ({ reach, body }, reply) => {
      const location = reach.at(body.homeLocationId);
      const row = await database.scoped(reach.companies, (tx) => addContact(tx, location.companyId, body));
      return reply.status(201).send({ message: 'Contact created', contact: toContact(row, urlOf) });
    },
  );

  app.put(
    '/contacts/:id',
    {
      config: { access: 'contacts:write' },
      schema: { tags, operationId: 'updateContact', params: idParams, body: contactUpdateBody, response: { 200: contactAnswer } },
    },
    async ({ reach, params, body }) => {
      const row = await database.scoped(reach.companies, (tx) => changeContact(tx, reach, params.id, body));
      return { message: 'Contact updated', contact: toContact(row, urlOf) };
    },
  );

  app.delete(
    '/contacts/:id',
    {
      config: { access: 'contacts:write' },
      schema: { tags, operationId: 'deleteContact', params: idParams, response: { 200: messageAnswer } },
    },
    async ({ reach, params }) => {
      await database.scoped(reach.companies, (tx) => removeContact(tx, reach, params.id, clock()));
      return { message: 'Contact deleted' };
    },
  );
};
