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
import { contactsRepo } from '#server/modules/contacts/index.ts';
import type { AppContext } from '#server/platform/context.ts';
import { requireAccess } from '#server/platform/http/accessScope.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { rateLimits, addressBlock } from '#server/platform/http/rateLimits.ts';
import { requestSignatures } from './requests.ts';
import { requireSigner } from './signable.ts';
import { signatureRequestUrl } from './requestUrl.ts';
import { findSignatureRequest, readSigningPage, signByLink } from './signByLink.ts';

const tags = ['signatures'];

/** In 15 minutes: emails to one address, emails of a company, invalid links from one address, tries to sign by one link. */
const most = { toOne: 5, ofCompany: 200, wrong: 50, tries: 30 };

export const signatureRequestRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const { database, clock, config } = context;
    const attempts = rateLimits(database);

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
        const { company_id: companyId } = await database.readOnly(scope.companies, (tx) =>
          requireSigner(tx, scope, params.id),
        );
        if (body.email)
          await attempts.takeOrRefuse(
            [
              { subject: `signature-request ${companyId} ${body.email.toLowerCase()}`, most: most.toOne },
              { subject: `signature-requests ${companyId}`, most: most.ofCompany },
            ],
            clock(),
            'Too many links were sent. Please try again later.',
          );
        const { requestId, expiresAt } = await database.scoped(scope.companies, async (tx) => {
          const contact = requireAccess(scope, await contactsRepo(tx).forNoKeyUpdate(params.id), 'Contact');
          return requestSignatures(tx, scope, contact, body, { config, now: clock() });
        });
        reply.code(201);
        return { url: signatureRequestUrl(config, requestId), expiresAt: expiresAt.toISOString() };
      },
    );

    /** Links that do not exist are counted by the caller's address. */
    const countWrongLinks = async <T>({ ip }: FastifyRequest, work: () => Promise<T>) => {
      try {
        return await work();
      } catch (error) {
        if (error instanceof Problem && error.status === 404)
          await attempts.takeOrRefuse(
            [{ subject: `sign ${addressBlock(ip)}`, most: most.wrong }],
            clock(),
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
      (request) => countWrongLinks(request, () => readSigningPage(context, request.params.token)),
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
        countWrongLinks(request, async () => {
          const { body, ip, headers, id, params } = request;
          const { id: linkId } = await findSignatureRequest(context, params.token);
          await attempts.takeOrRefuse(
            [{ subject: `sign ${linkId}`, most: most.tries }],
            clock(),
            'Too many tries to sign. Please try again later.',
          );
          await signByLink(context, params.token, body, { ip, userAgent: headers['user-agent'], requestId: id });
          reply.code(201);
          return { message: 'Signed' };
        }),
    );
  };
