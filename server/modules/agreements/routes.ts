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
import type { StoredPdf } from '#server/platform/files/pdfs.ts';
import { asUpload, readUpload } from '#server/platform/files/readUpload.ts';
import { parseBody } from '#server/platform/http/validation.ts';
import { listAgreements, addAgreement, changeAgreement, companyFor, deleteAgreement, oneAgreement } from './service.ts';
import { agreementsRepo } from './repo.ts';
import { toAgreement, toAgreementSummary } from './rows.ts';
import { documentUrls, withStoredFile } from './documents.ts';

const tags = ['agreements'];

export const agreementRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const { database } = context;
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
          const row = await oneAgreement(tx, scope, params.id, { companyId: query.companyId });
          return { agreement: toAgreement(row, await agreementsRepo(tx).versions(row.id), toUrl) };
        }),
    );

    app.post(
      '/agreements',
      {
        config: { access: 'agreements:write', upload: { field: 'pdf', tooLarge: pdfTooLarge } },
        preHandler: asUpload,
        schema: {
          tags,
          operationId: 'createAgreement',
          form: agreementUploadFields,
          response: { 201: agreementResponse },
        },
      },
      async (request, reply) => {
        const { scope } = request;
        const upload = await readUpload(request);
        const fields = parseBody(agreementCreateFields, upload.fields);
        const companyId = companyFor(scope, fields);
        const added = (pdf: StoredPdf | null) =>
          database.scoped(scope.companies, async (tx) => {
            const row = await addAgreement(tx, scope, companyId, fields, pdf);
            return toAgreement(row, await agreementsRepo(tx).versions(row.id), toUrl);
          });
        const agreement = upload.file
          ? await withStoredFile(context, companyId, upload.file, added)
          : await added(null);
        reply.code(201);
        return { agreement, message: 'Agreement created' };
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
