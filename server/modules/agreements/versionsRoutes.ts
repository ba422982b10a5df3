import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  agreementResponse,
  agreementDownload,
  agreementScopeQuery,
  agreementVersionFields,
  agreementVersionUploadFields,
  versionParams,
} from '#domain/agreements/contract.ts';
import { idParams } from '#domain/shared/contract.ts';
import { pdfRequired, pdfTooLarge } from '#domain/shared/uploads.ts';
import type { AppContext } from '#server/platform/context.ts';
import { storePdf } from '#server/platform/files/pdfs.ts';
import { asUpload, readUpload } from '#server/platform/files/readUpload.ts';
import { uploadOnce } from '#server/platform/http/idempotentPosts.ts';
import { parseBody } from '#server/platform/http/validation.ts';
import { badRequest } from '#server/platform/http/problem.ts';
import { agreementsRepo } from './repo.ts';
import { toAgreement, documentUrls } from './rows.ts';
import { addVersion, requireAgreement, requireVersion } from './service.ts';

const tags = ['agreements'];

export const agreementVersionRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const { database, files } = context;
    const toUrl = documentUrls(context);

    app.post(
      '/agreements/:id/versions',
      {
        config: { access: 'agreements:write', idempotencyKey: 'own', upload: { field: 'pdf', tooLarge: pdfTooLarge } },
        preHandler: asUpload,
        schema: {
          tags,
          operationId: 'addAgreementVersion',
          form: agreementVersionUploadFields,
          params: idParams,
          response: { 201: agreementResponse },
        },
      },
      (request, reply) => {
        const { scope, params } = request;
        return uploadOnce(
          context,
          { request, reply },
          {
            async receive() {
              const { file, fields } = await readUpload(request);
              const { companyId } = parseBody(agreementVersionFields, fields);
              const { company_id } = await database.scoped(scope.companies, (tx) =>
                requireAgreement(tx, scope, params.id, { companyId }),
              );
              if (!file) throw badRequest(pdfRequired, { pdf: pdfRequired });
              return storePdf(files, company_id, file);
            },
            keys: ({ key }) => [key],
            async write(pdf) {
              const agreement = await database.scoped(scope.companies, async (tx) => {
                const row = await addVersion(tx, scope, params.id, pdf);
                return toAgreement(row, await agreementsRepo(tx).versions(row.id), toUrl);
              });
              reply.code(201);
              return { agreement, message: 'Version added' };
            },
          },
        );
      },
    );

    app.get(
      '/agreements/versions/:versionId/download',
      {
        config: { access: 'agreements:read' },
        schema: {
          tags,
          operationId: 'getAgreementDownload',
          params: versionParams,
          querystring: agreementScopeQuery,
          response: { 200: agreementDownload },
        },
      },
      ({ scope, params, query }) =>
        database.scoped(scope.companies, async (tx) => {
          const version = await requireVersion(tx, scope, params.versionId, query.companyId);
          return { url: toUrl(version), fileName: version.file_name };
        }),
    );
  };
