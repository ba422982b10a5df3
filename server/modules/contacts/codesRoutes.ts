import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { contactCodeResponse } from '#domain/contacts/codeContract.ts';
import { idParams } from '#domain/shared/contract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { barcodeSvg, qrSvg } from '#server/platform/barcodes.ts';
import { readContactCode, replaceContactCode } from './codes.ts';

const tags = ['contacts'];
const config = { access: 'contacts:code' } as const;

const withImages = (code: string) => ({ code, qr: qrSvg(code), barcode: barcodeSvg(code) });

export const contactCodeRoutes =
  ({ database, clock }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
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
        void reply.status(201);
        return { ...withImages(code), message: 'New code made. The old one no longer works.' };
      },
    );
  };
