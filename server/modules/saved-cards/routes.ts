import { addDays } from 'date-fns';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { cardLink, cardLinkBody, cardSetup, saveCardBody, saveCardResponse } from '#domain/saved-cards/contract.ts';
import { idParams } from '#domain/shared/contract.ts';
import { cardLinkDays } from '#domain/shared/limits.ts';
import { changesBetween } from '#server/modules/activity/index.ts';
import { findPayerKey, requireOwnContact } from '#server/modules/contact-memberships/index.ts';
import { contactsRepo, logContact, type StoredContact } from '#server/modules/contacts/index.ts';
import { emailCardLink } from '#server/modules/email-queue/index.ts';
import { readImportedCard } from '#server/modules/invoices/index.ts';
import { findSavedCard, findKnownCard, requireStripeAccount } from '#server/modules/stripe/index.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { requireAccess, type AccessScope } from '#server/platform/http/accessScope.ts';
import { idOfKey, once, readIdempotencyKey } from '#server/platform/http/idempotency.ts';
import { notFound, raise } from '#server/platform/http/problem.ts';
import { rateLimits } from '#server/platform/http/rateLimits.ts';
import { cardLinkUrl } from './cardLink.ts';
import { saveConfirmedCard, startCardSetup } from './saveCard.ts';

const tags = ['contacts'];
const config = { access: 'invoices:collect' } as const;

/** In 15 minutes: emails to one address, emails of a company. */
const most = { toOne: 5, ofCompany: 200 };

export const savedCardRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const { database, clock } = context;
    const attempts = rateLimits(database);

    const findOwner = (scope: AccessScope, contactId: string) =>
      database.readOnly(scope.companies, (tx) => requireCardOwner(tx, scope, contactId));

    app.post(
      '/contacts/:id/card-setups',
      {
        config: { ...config, idempotencyKey: 'repeatable' },
        schema: { tags, operationId: 'startCardSetup', params: idParams, response: { 201: cardSetup } },
      },
      async (request, reply) => {
        const owner = await findOwner(request.scope, request.params.id);
        const key = readIdempotencyKey(request, owner.company_id);
        reply.code(201);
        return startCardSetup(context, owner, key && idOfKey(key));
      },
    );

    app.post(
      '/contacts/:id/card',
      {
        config: { ...config, idempotencyKey: 'repeatable' },
        schema: {
          tags,
          operationId: 'saveContactCard',
          params: idParams,
          body: saveCardBody,
          response: { 200: saveCardResponse },
        },
      },
      async ({ scope, params, body }) => {
        const { id, company_id: companyId } = await findOwner(scope, params.id);
        // Somebody else may pay since the card was entered.
        const ownerIds = [id, params.id];
        await saveConfirmedCard(context, { companyId, ...body, ownerIds, actor: scope.actor });
        const { savedCard } = await database.readOnly(scope.companies, (tx) =>
          findKnownCard(tx, { company_id: companyId, contact_id: id }),
        );
        return { message: 'Card saved', savedCard };
      },
    );

    app.post(
      '/contacts/:id/card-links',
      {
        config: { ...config, idempotencyKey: 'own' },
        schema: {
          tags,
          operationId: 'createCardLink',
          params: idParams,
          body: cardLinkBody,
          response: { 201: cardLink },
        },
      },
      async (request, reply) => {
        const { scope, params, body } = request;
        const owner = await findOwner(scope, params.id);
        const { id, company_id: companyId } = owner;
        const stripe = await requireStripeAccount(context, companyId);
        // The link ends with another card, and not when this one becomes known.
        await readImportedCard(context, stripe, companyId, { contactId: id });
        const key = readIdempotencyKey(request, companyId);
        const { expiresAt, cardId } = await once(database, scope.companies, key, async (tx) => {
          if (body?.email)
            await attempts.takeOrRefuse(
              [
                { subject: `card-link ${companyId} ${body.email.toLowerCase()}`, most: most.toOne },
                { subject: `card-links ${companyId}`, most: most.ofCompany },
              ],
              clock(),
              'Too many links were sent. Please try again later.',
            );
          const until = addDays(clock(), cardLinkDays);
          await logLink(tx, scope, owner, body?.email);
          if (body?.email) await emailCardLink(tx, owner, { address: body.email, expiresAt: until }, clock());
          return {
            expiresAt: until.toISOString(),
            cardId: await findSavedCard(tx, { company_id: companyId, contact_id: id }),
          };
        });
        reply.code(201);
        const link = { companyId, contactId: id, expiresAt: new Date(expiresAt) };
        return { url: cardLinkUrl(context.config, link, cardId), expiresAt };
      },
    );
  };

/** Whose card pays for this contact: the payer's of their household, else their own. */
async function requireCardOwner(tx: Tx, scope: AccessScope, contactId: string): Promise<StoredContact> {
  const contact = requireAccess(scope, await contactsRepo(tx).one(contactId), 'Contact');
  await requireOwnContact(tx, scope, contact, 'invoices:collect');
  const { contact_id: payerId } = await findPayerKey(tx, { company_id: contact.company_id, contact_id: contact.id });
  if (payerId === contact.id) return contact;
  return (await contactsRepo(tx).one(payerId)) ?? raise(notFound('Contact'));
}

const logLink = (tx: Tx, scope: AccessScope, owner: StoredContact, email: string | undefined) =>
  logContact(
    tx,
    scope.actor,
    owner,
    email ? 'contact.card-link-sent' : 'contact.card-link-created',
    changesBetween(null, { email }),
  );
