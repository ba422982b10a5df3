import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { contactCodeResponse } from '#domain/contacts/contract.ts';
import { idParams, messageResponse } from '#domain/shared/contract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { barcodeSvg, qrSvg } from '#server/platform/barcodes.ts';
import { rateLimits } from '#server/platform/http/rateLimits.ts';
import { requireCodeContact, emailContactCode, readContactCode, replaceContactCode } from './codes.ts';

const tags = ['contacts'];
const config = { access: 'contacts:code' } as const;

/** In 15 minutes: emails to one contact, emails of a company. */
const most = { toOne: 5, ofCompany: 200 };

const withImages = (code: string) => ({ code, qr: qrSvg(code), barcode: barcodeSvg(code) });

export const contactCodeRoutes =
  ({ database, clock }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const attempts = rateLimits(database);
    app.get(
      '/contacts/:id/code',
      {
        config,
        schema: { tags, operationId: 'getContactCode', params: idParams, response: { 200: contactCodeResponse } },
      },
      async ({ scope, params }) =>
        withImages(await database.scoped(scope.companies, (tx) => readContactCode(tx, scope, params.id, clock()))),
    );

    app.post(
      '/contacts/:id/code',
      {
        config,
        schema: { tags, operationId: 'replaceContactCode', params: idParams, response: { 201: contactCodeResponse } },
      },
      async ({ scope, params }, reply) => {
        const code = await database.scoped(scope.companies, (tx) => replaceContactCode(tx, scope, params.id, clock()));
        reply.code(201);
        return { ...withImages(code), message: 'New code made. The old one no longer works.' };
      },
    );

    app.post(
      '/contacts/:id/code/email',
      {
        config,
        schema: { tags, operationId: 'emailContactCode', params: idParams, response: { 200: messageResponse } },
      },
      async ({ scope, params }) => {
        const now = clock();
        const contact = await database.readOnly(scope.companies, (tx) => requireCodeContact(tx, scope, params.id));
        await attempts.takeOrRefuse(
          [
            { subject: `check-in-code ${contact.id}`, most: most.toOne },
            { subject: `check-in-codes ${contact.company_id}`, most: most.ofCompany },
          ],
          now,
          'Too many codes were sent. Please try again later.',
        );
        const { email } = await database.scoped(scope.companies, (tx) => emailContactCode(tx, scope, params.id, now));
        return { message: `The code is sent to ${email}` };
      },
    );
  };
