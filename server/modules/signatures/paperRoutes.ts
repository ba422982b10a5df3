import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { idParams, messageResponse } from '#domain/shared/contract.ts';
import { pdfRequired, pdfTooLarge } from '#domain/shared/uploads.ts';
import { paperFields, paperUploadFields, signatureResponse } from '#domain/signatures/contract.ts';
import { signingRefusals } from '#domain/signatures/signing.ts';
import { logActivity } from '#server/modules/activity/index.ts';
import type { AppContext } from '#server/platform/context.ts';
import { storeScan } from '#server/platform/files/pdfs.ts';
import { asUpload, readUpload } from '#server/platform/files/readUpload.ts';
import { uploadOnce } from '#server/platform/http/idempotentPosts.ts';
import { requireAccess } from '#server/platform/http/accessScope.ts';
import { badRequest, conflict } from '#server/platform/http/problem.ts';
import { parseBody } from '#server/platform/http/validation.ts';
import { addPaperSignature } from './paper.ts';
import { signaturesRepo } from './repo.ts';
import { toSignature } from './rows.ts';
import { requireHome, requireSigner, requireSignableVersion } from './signable.ts';

const tags = ['signatures'];

export const paperSignatureRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const { database, files, clock } = context;

    app.post(
      '/contacts/:id/signatures/paper',
      {
        config: { access: 'signatures:write', idempotencyKey: 'own', upload: { field: 'file', tooLarge: pdfTooLarge } },
        preHandler: asUpload,
        schema: {
          tags,
          operationId: 'uploadPaperSignature',
          form: paperUploadFields,
          params: idParams,
          response: { 201: signatureResponse },
        },
      },
      (request, reply) => {
        const { scope, params } = request;
        return uploadOnce(
          context,
          { request, reply },
          {
            async receive() {
              const upload = await readUpload(request);
              const fields = parseBody(paperFields, upload.fields);
              const version = await database.readOnly(scope.companies, async (tx) =>
                requireSignableVersion(tx, await requireSigner(tx, scope, params.id), fields.agreementVersionId),
              );
              if (version.is_outdated)
                throw conflict(signingRefusals.outdatedVersion, {
                  agreementVersionId: signingRefusals.outdatedVersion,
                });
              if (!upload.file) throw badRequest(pdfRequired, { file: pdfRequired });
              return { version, fields, scan: await storeScan(files, version.company_id, upload.file.bytes) };
            },
            keys: ({ scan }) => [scan.key],
            async write(paper) {
              const row = await database.scoped(scope.companies, async (tx) => {
                const contact = await requireSigner(tx, scope, params.id);
                const { timezone } = await requireHome(tx, contact);
                return addPaperSignature(tx, scope, { ...paper, contact, timezone }, clock());
              });
              reply.code(201);
              return { message: 'Paper uploaded', signature: toSignature(row) };
            },
          },
        );
      },
    );

    app.post(
      '/agreements/:id/sign-again',
      {
        config: { access: 'agreements:write' },
        schema: { tags, operationId: 'askToSignAgain', params: idParams, response: { 200: messageResponse } },
      },
      async ({ scope, params }) => {
        await database.scoped(scope.companies, async (tx) => {
          const agreement = requireAccess(scope, await signaturesRepo(tx).agreement(params.id), 'Agreement');
          await signaturesRepo(tx).askAgain(agreement.id, clock());
          await logActivity(tx, scope.actor, {
            companyId: agreement.company_id,
            action: 'agreement.signing-repeated',
            recordId: agreement.id,
            label: agreement.name,
            locationId: agreement.location_id,
          });
        });
        return { message: 'Everyone is asked to sign again' };
      },
    );
  };
