import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { idParams } from '#domain/shared/contract.ts';
import {
  signatureBody,
  signatureDownload,
  signatureList,
  signatureResponse,
  type MissingAgreement,
} from '#domain/signatures/contract.ts';
import { signingRefusals } from '#domain/signatures/signing.ts';
import { signingTerms } from '#domain/signatures/terms.ts';
import { contactsRepo } from '#server/modules/contacts/index.ts';
import type { AppContext } from '#server/platform/context.ts';
import { signedUrls } from '#server/platform/files/signedUrls.ts';
import { requireAccess } from '#server/platform/http/accessScope.ts';
import { conflict, notFound, raise } from '#server/platform/http/problem.ts';
import { requireReadableDrawing } from './documents.ts';
import { findMissingAgreements, type Missing } from './missing.ts';
import { signaturesRepo } from './repo.ts';
import { signedFileName, toSignature } from './rows.ts';
import { requireHome, requireSigner, requireSignableVersion } from './signable.ts';
import { signVersion } from './sign.ts';

const tags = ['signatures'];

export const signatureRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const { database, clock, config } = context;
    const urls = signedUrls(config.appSecret);
    const toMissing = ({ fileKey, fileName, plan, ...missing }: Missing): MissingAgreement => ({
      ...missing,
      url: urls.sign(fileKey, clock(), fileName, 'inline'),
      terms: signingTerms(missing.name, missing.versionNumber, plan),
    });

    app.get(
      '/contacts/:id/signatures',
      {
        config: { access: 'signatures:read' },
        schema: { tags, operationId: 'listSignatures', params: idParams, response: { 200: signatureList } },
      },
      ({ scope, params }) =>
        database.readOnly(scope.companies, async (tx) => {
          const contact = requireAccess(scope, await contactsRepo(tx).one(params.id), 'Contact');
          return {
            signatures: (await signaturesRepo(tx).ofContact(contact.id)).map(toSignature),
            missing: (await findMissingAgreements(tx, contact.id, clock())).map(toMissing),
          };
        }),
    );

    app.post(
      '/contacts/:id/signatures',
      {
        config: { access: 'signatures:write' },
        schema: {
          tags,
          operationId: 'signAgreement',
          params: idParams,
          body: signatureBody,
          response: { 201: signatureResponse },
        },
      },
      async (request, reply) => {
        const { scope, params, body, ip, headers } = request;
        const version = await database.readOnly(scope.companies, async (tx) => {
          const contact = await requireSigner(tx, scope, params.id);
          const own = await requireSignableVersion(tx, contact, body.agreementVersionId);
          if (own.version_number < own.newest_number)
            throw conflict(signingRefusals.oldVersion, { agreementVersionId: signingRefusals.oldVersion });
          return own;
        });
        await requireReadableDrawing(body.drawing);
        const row = await database.scoped(scope.companies, async (tx) => {
          const contact = await requireSigner(tx, scope, params.id);
          const home = await requireHome(tx, contact);
          const channel = {
            method: 'desk' as const,
            actor: scope.actor,
            ipAddress: ip,
            userAgent: headers['user-agent'],
            timezone: home.timezone,
            witness: { id: scope.user.userId, name: scope.actor.name },
            emailedTo: null,
          };
          return signVersion(tx, { contact, version, signing: body, channel }, clock());
        });
        reply.code(201);
        return { message: 'Agreement signed', signature: toSignature(row) };
      },
    );

    app.get(
      '/signatures/:id/download',
      {
        config: { access: 'signatures:read' },
        schema: { tags, operationId: 'getSignatureDownload', params: idParams, response: { 200: signatureDownload } },
      },
      ({ scope, params }) =>
        database.readOnly(scope.companies, async (tx) => {
          const row = (await signaturesRepo(tx).one(params.id)) ?? raise(notFound('Signature'));
          requireAccess(scope, await contactsRepo(tx).one(row.contact_id), 'Signature');
          if (row.file_key === null) throw conflict('This signature is being sealed. Please try again in a minute.');
          const fileName = signedFileName(row);
          return { url: urls.sign(row.file_key, clock(), fileName), fileName };
        }),
    );
  };
