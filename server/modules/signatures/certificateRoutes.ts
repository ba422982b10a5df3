import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  certificateFields,
  certificateRequired,
  certificateResponse,
  certificateState,
  certificateUploadFields,
  type SigningCertificate,
} from '#domain/signatures/certificateContract.ts';
import { idParams, messageResponse } from '#domain/shared/contract.ts';
import { changesBetween, logActivity } from '#server/modules/activity/index.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { SigningCertificateRow } from '#server/platform/database/schema.ts';
import { asUpload, readUpload } from '#server/platform/files/readUpload.ts';
import { uploadOnce } from '#server/platform/http/idempotentPosts.ts';
import type { AccessScope } from '#server/platform/http/accessScope.ts';
import { badRequest, notFound, raise } from '#server/platform/http/problem.ts';
import { parseBody } from '#server/platform/http/validation.ts';
import { certificatesRepo, isUsable, readCertificate } from './seal/companyCertificate.ts';

const tags = ['signatures'];
const path = '/companies/:id/signing-certificate';

export const certificateRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const { database, config, clock } = context;

    app.get(
      path,
      {
        config: { access: 'settings:write' },
        schema: { tags, operationId: 'readSigningCertificate', params: idParams, response: { 200: certificateState } },
      },
      ({ scope, params }) => {
        const companyId = scope.requireCompany(params.id);
        return database.readOnly(scope.companies, async (tx) => {
          const row = await certificatesRepo(tx).of(companyId);
          return { certificate: row ? toCertificate(row, clock()) : null };
        });
      },
    );

    app.post(
      path,
      {
        config: {
          access: 'settings:write',
          idempotencyKey: 'own',
          upload: { field: 'file', tooLarge: certificateRequired },
        },
        preHandler: asUpload,
        schema: {
          tags,
          operationId: 'uploadSigningCertificate',
          form: certificateUploadFields,
          params: idParams,
          response: { 201: certificateResponse },
        },
      },
      (request, reply) => {
        const { scope, params } = request;
        const companyId = scope.requireCompany(params.id);
        return uploadOnce(
          context,
          { request, reply },
          {
            async receive() {
              const { file, fields } = await readUpload(request);
              const { password } = parseBody(certificateFields, fields);
              if (!file) throw badRequest(certificateRequired, { file: certificateRequired });
              return readCertificate(config, companyId, file.bytes, password, clock());
            },
            keys: () => [],
            async write(read) {
              const row = await database.scoped(scope.companies, async (tx) => {
                const by = { uploaded_by: scope.user.userId, uploaded_by_name: scope.actor.name, uploaded_at: clock() };
                await log(tx, scope, companyId, 'company.certificate-uploaded', read.subject);
                return certificatesRepo(tx).save({ ...read, ...by });
              });
              reply.code(201);
              return { message: 'Certificate saved', certificate: toCertificate(row, clock()) };
            },
          },
        );
      },
    );

    app.delete(
      path,
      {
        config: { access: 'settings:write' },
        schema: { tags, operationId: 'removeSigningCertificate', params: idParams, response: { 200: messageResponse } },
      },
      async ({ scope, params }) => {
        const companyId = scope.requireCompany(params.id);
        await database.scoped(scope.companies, async (tx) => {
          const { subject } = (await certificatesRepo(tx).remove(companyId)) ?? raise(notFound('Certificate'));
          await log(tx, scope, companyId, 'company.certificate-removed', subject);
        });
        return { message: 'Certificate removed' };
      },
    );
  };

type Action = 'company.certificate-uploaded' | 'company.certificate-removed';

async function log(tx: Tx, scope: AccessScope, companyId: string, action: Action, subject: string): Promise<void> {
  const { name } = await tx
    .selectFrom('companies')
    .select('name')
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
  await logActivity(tx, scope.actor, {
    companyId,
    action,
    recordId: companyId,
    label: name,
    locationId: null,
    changes: changesBetween(null, { certificate: subject }),
  });
}

const toCertificate = (row: SigningCertificateRow, now: Date): SigningCertificate => ({
  subject: row.subject,
  issuer: row.issuer,
  validFrom: row.valid_from.toISOString(),
  validTo: row.valid_to.toISOString(),
  isUsed: isUsable(row, now),
  uploadedAt: row.uploaded_at.toISOString(),
  uploadedBy: row.uploaded_by_name,
});
