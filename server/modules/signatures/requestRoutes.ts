import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { idParams, messageResponse } from '#domain/shared/contract.ts';
import {
  endedRequest,
  signatureRequest,
  signatureRequestBody,
  signatureRequestParams,
  signByLinkBody,
  signingPage,
} from '#domain/signatures/requestContract.ts';
import { requireOwnContact } from '#server/modules/contact-memberships/index.ts';
import { contactsRepo } from '#server/modules/contacts/index.ts';
import type { AppContext } from '#server/platform/context.ts';
import { requireAccess } from '#server/platform/http/accessScope.ts';
import { addressBlock } from '#server/platform/http/addressBlock.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { rateLimits, tooManyAttempts, type RateLimit } from '#server/platform/http/rateLimits.ts';
import { requestSignatures } from './requests.ts';
import { signatureRequestUrl } from './requestUrl.ts';
import { signerService } from './signer.ts';

const tags = ['signatures'];

/** In 15 minutes: emails to one address, emails of a company, invalid links from one address, tries to sign by one link. */
const most = { toOne: 5, ofCompany: 200, wrong: 50, tries: 30 };

export const signatureRequestRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const { database, clock, config } = context;
    const attempts = rateLimits(database);

    const take = async (limits: readonly RateLimit[], message: string) => {
      const now = clock();
      const blockedUntil = await attempts.take(limits, now);
      if (blockedUntil) throw tooManyAttempts(blockedUntil, now, message);
    };

    app.post(
      '/contacts/:id/signature-requests',
      {
        config: { access: 'signatures:write' },
        schema: {
          tags,
          operationId: 'requestSignatures',
          params: idParams,
          body: signatureRequestBody,
          response: { 201: signatureRequest },
        },
      },
      async ({ scope, params, body }, reply) => {
        const { requestId, expiresAt } = await database.scoped(scope.companies, async (tx) => {
          const contact = requireAccess(scope, await contactsRepo(tx).forNoKeyUpdate(params.id), 'Contact');
          await requireOwnContact(tx, scope, contact, 'signatures:write');
          if (body.email)
            await take(
              [
                { subject: `signature-request ${contact.company_id} ${body.email.toLowerCase()}`, most: most.toOne },
                { subject: `signature-requests ${contact.company_id}`, most: most.ofCompany },
              ],
              'Too many links were sent. Please try again later.',
            );
          return requestSignatures(tx, scope, contact, body, config, clock());
        });
        void reply.status(201);
        return { url: signatureRequestUrl(config, requestId), expiresAt: expiresAt.toISOString() };
      },
    );

    /** Links that do not exist are counted by the caller's address. */
    const asSigner = async <T>(
      { ip, params }: FastifyRequest<{ Params: { token: string } }>,
      work: (signer: ReturnType<typeof signerService>) => Promise<T>,
    ) => {
      try {
        return await work(signerService(context, params.token));
      } catch (error) {
        if (error instanceof Problem && error.status === 404)
          await take(
            [{ subject: `sign ${addressBlock(ip)}`, most: most.wrong }],
            'Too many wrong links. Please try again later.',
          );
        throw error;
      }
    };

    app.get(
      '/signature-requests/:token',
      {
        config: { access: 'public' },
        schema: {
          tags,
          operationId: 'getSignatureRequest',
          params: signatureRequestParams,
          response: { 200: signingPage, 410: endedRequest },
        },
      },
      (request) => asSigner(request, (signer) => signer.show()),
    );

    app.post(
      '/signature-requests/:token',
      {
        config: { access: 'public' },
        schema: {
          tags,
          operationId: 'signByLink',
          params: signatureRequestParams,
          body: signByLinkBody,
          response: { 201: messageResponse, 410: endedRequest },
        },
      },
      (request, reply) =>
        asSigner(request, async (signer) => {
          const { body, ip, headers, id } = request;
          await take(
            [{ subject: `sign ${await signer.requestId()}`, most: most.tries }],
            'Too many tries to sign. Please try again later.',
          );
          await signer.sign(body, { ip, userAgent: headers['user-agent'], requestId: id });
          void reply.status(201);
          return { message: 'Signed' };
        }),
    );
  };
