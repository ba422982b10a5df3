import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { idParams, messageResponse } from '#domain/shared/contract.ts';
import {
  contactResponse,
  contactCreateBody,
  contactDetail,
  contactListQuery,
  contactPage,
  contactTags,
  contactTagsQuery,
  contactUpdateBody,
} from '#domain/contacts/contract.ts';
import { contactInUse, contactRestoreBody, deletedContactResponse } from '#domain/contacts/deletionContract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { requireAccess } from '#server/platform/http/accessScope.ts';
import { findEmailFailure } from '#server/modules/email-queue/index.ts';
import { toLocationSummary } from '#server/modules/locations/index.ts';
import { readContactRights } from '#server/modules/contact-memberships/index.ts';
import { deleteContact, findDeleted, restoreContact } from './deletion.ts';
import { findErasure } from './erasure.ts';
import { contactsRepo } from './repo.ts';
import { loggedContact, toContact } from './rows.ts';
import { addContact, changeContact, listContacts } from './service.ts';

const tags = ['contacts'];

export const contactRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const { database, clock, signUrl: urlOf } = context;

    app.get(
      '/contacts',
      {
        config: { access: 'contacts:list' },
        schema: { tags, operationId: 'listContacts', querystring: contactListQuery, response: { 200: contactPage } },
      },
      async ({ scope, query }) =>
        database.readOnly(scope.companies, (tx) => listContacts(tx, scope, query, { now: clock(), urlOf })),
    );

    app.get(
      '/contacts/tags',
      {
        config: { access: 'contacts:read' },
        schema: { tags, operationId: 'listContactTags', querystring: contactTagsQuery, response: { 200: contactTags } },
      },
      async ({ scope, query }) => {
        const companies = scope.companyIds(query.locationId);
        return { tags: await database.readOnly(scope.companies, (tx) => contactsRepo(tx).tags(companies)) };
      },
    );

    app.get(
      '/contacts/:id',
      {
        config: { access: 'contacts:read' },
        schema: { tags, operationId: 'getContact', params: idParams, response: { 200: contactDetail } },
      },
      async ({ scope, params }) =>
        database.scoped(scope.companies, async (tx) => {
          const repo = contactsRepo(tx);
          const row = requireAccess(scope, await repo.one(params.id), 'Contact');
          const home = await repo.homeLocation(row.home_location_id);
          const contact = { ...toContact(row, urlOf), emailFailure: await findEmailFailure(tx, row) };
          return {
            contact,
            homeLocation: home ? toLocationSummary(home) : null,
            ...(await readContactRights(tx, scope, row)),
            erasure: await findErasure(tx, row.id),
          };
        }),
    );

    app.post(
      '/contacts',
      {
        config: { access: 'contacts:write' },
        schema: { tags, operationId: 'createContact', body: contactCreateBody, response: { 201: contactResponse } },
      },
      async ({ scope, body }, reply) => {
        const row = await database.scoped(scope.companies, (tx) => addContact(tx, scope, body));
        reply.code(201);
        return { message: 'Contact created', contact: toContact(row, urlOf) };
      },
    );

    app.put(
      '/contacts/:id',
      {
        config: { access: 'contacts:write' },
        schema: {
          tags,
          operationId: 'updateContact',
          params: idParams,
          body: contactUpdateBody,
          response: { 200: contactResponse },
        },
      },
      async ({ scope, params, body }) => {
        const row = await database.scoped(scope.companies, (tx) => changeContact(tx, scope, params.id, body));
        return { message: 'Contact updated', contact: toContact(row, urlOf) };
      },
    );

    app.delete(
      '/contacts/:id',
      {
        config: { access: 'contacts:write' },
        schema: {
          tags,
          operationId: 'deleteContact',
          params: idParams,
          response: { 200: messageResponse, 409: contactInUse },
        },
      },
      async ({ scope, params, log }) => {
        await deleteContact(context, scope, params.id, log);
        return { message: 'Contact deleted' };
      },
    );

    app.get(
      '/contacts/:id/deletion',
      {
        config: { access: 'contacts:restore' },
        schema: { tags, operationId: 'getDeletedContact', params: idParams, response: { 200: deletedContactResponse } },
      },
      async ({ scope, params }) => {
        const { contact, deletedAt, restorableUntil, isRestorable, erasure } = await database.readOnly(
          scope.companies,
          async (tx) => ({
            ...(await findDeleted(tx, scope, params.id, clock())),
            erasure: await findErasure(tx, params.id),
          }),
        );
        const name = loggedContact.label(contact);
        return {
          deletion: {
            name,
            deletedAt: deletedAt.toISOString(),
            restorableUntil: restorableUntil.toISOString(),
            isRestorable,
            erasure,
          },
        };
      },
    );

    app.post(
      '/contacts/:id/restore',
      {
        config: { access: 'contacts:restore' },
        schema: {
          tags,
          operationId: 'restoreContact',
          params: idParams,
          body: contactRestoreBody,
          response: { 200: contactResponse },
        },
      },
      async ({ scope, params, body }) => {
        const row = await database.scoped(scope.companies, (tx) =>
          restoreContact(tx, scope, params.id, body?.homeLocationId, clock()),
        );
        return { message: 'Contact restored', contact: toContact(row, urlOf) };
      },
    );
  };
