import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  agreementResponse,
  agreementCreateFields,
  agreementListQuery,
  agreementPage,
  agreementScopeQuery,
  agreementUpdateBody,
  agreementUploadFields,
} from '#domain/agreements/contract.ts';
import { idParams, messageResponse } from '#domain/shared/contract.ts';
import { pdfTooLarge } from '#domain/shared/uploads.ts';
import type { AppContext } from '#server/platform/context.ts';
import { storePdf } from '#server/platform/files/pdfs.ts';
import { asUpload, readUpload } from '#server/platform/files/readUpload.ts';
import { uploadOnce } from '#server/platform/http/idempotentPosts.ts';
import { parseBody } from '#server/platform/http/validation.ts';
import {
  listAgreements,
  addAgreement,
  changeAgreement,
  companyFor,
  deleteAgreement,
  requireAgreement,
} from './service.ts';
import { agreementsRepo } from './repo.ts';
import { toAgreement, toAgreementSummary, documentUrls } from './rows.ts';

const tags = ['agreements'];

export const agreementRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const { database, files } = context;
    const toUrl = documentUrls(context);

    app.get(
      '/agreements',
      {
        config: { access: 'agreements:read' },
        schema: {
          tags,
          operationId: 'listAgreements',
          querystring: agreementListQuery,
          response: { 200: agreementPage },
        },
      },
      async ({ scope, query }) => {
        const { rows, pagination, sync } = await database.readOnly(scope.companies, (tx) =>
          listAgreements(tx, scope, query),
        );
        return { agreements: rows.map(toAgreementSummary), pagination, ...sync };
      },
    );

    app.get(
      '/agreements/:id',
      {
        config: { access: 'agreements:read' },
        schema: {
          tags,
          operationId: 'getAgreement',
          params: idParams,
          querystring: agreementScopeQuery,
          response: { 200: agreementResponse },
        },
      },
      ({ scope, params, query }) =>
        database.scoped(scope.companies, async (tx) => {
          const row = await requireAgreement(tx, scope, params.id, { companyId: query.companyId });
          return { agreement: toAgreement(row, await agreementsRepo(tx).versions(row.id), toUrl) };
        }),
    );

    app.post(
      '/agreements',
      {
        config: { access: 'agreements:write', idempotencyKey: 'own', upload: { field: 'pdf', tooLarge: pdfTooLarge } },
        preHandler: asUpload,
        schema: {
          tags,
          operationId: 'createAgreement',
          form: agreementUploadFields,
          response: { 201: agreementResponse },
        },
      },
      (request, reply) => {
        const { scope } = request;
        return uploadOnce(
          context,
          { request, reply },
          {
            async receive() {
              const { file, fields: given } = await readUpload(request);
              const fields = parseBody(agreementCreateFields, given);
              const companyId = companyFor(scope, fields);
              return { fields, companyId, pdf: file && (await storePdf(files, companyId, file)) };
            },
            keys: ({ pdf }) => (pdf ? [pdf.key] : []),
            async write({ fields, companyId, pdf }) {
              const agreement = await database.scoped(scope.companies, async (tx) => {
                const row = await addAgreement(tx, scope, companyId, fields, pdf);
                return toAgreement(row, await agreementsRepo(tx).versions(row.id), toUrl);
              });
              reply.code(201);
              return { agreement, message: 'Agreement created' };
            },
          },
        );
      },
    );

    app.put(
      '/agreements/:id',
      {
        config: { access: 'agreements:write' },
        schema: {
          tags,
          operationId: 'updateAgreement',
          params: idParams,
          querystring: agreementScopeQuery,
          body: agreementUpdateBody,
          response: { 200: agreementResponse },
        },
      },
      ({ scope, params, query, body }) =>
        database.scoped(scope.companies, async (tx) => {
          const row = await changeAgreement(tx, scope, params.id, body, query.companyId);
          return {
            agreement: toAgreement(row, await agreementsRepo(tx).versions(row.id), toUrl),
            message: 'Agreement updated',
          };
        }),
    );

    app.delete(
      '/agreements/:id',
      {
        config: { access: 'agreements:write' },
        schema: {
          tags,
          operationId: 'deleteAgreement',
          params: idParams,
          querystring: agreementScopeQuery,
          response: { 200: messageResponse },
        },
      },
      async ({ scope, params, query }) => {
        await database.scoped(scope.companies, (tx) => deleteAgreement(tx, scope, params.id, query.companyId));
        return { message: 'Agreement deleted' };
      },
    );
  };
