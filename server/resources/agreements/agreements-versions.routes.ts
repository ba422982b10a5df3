import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  agreementAnswer,
  agreementDownload,
  agreementScopeQuery,
  agreementVersionFields,
  agreementVersionUploadFields,
  versionParams,
} from '#domain/contract/agreements.ts';
import { idParams } from '#domain/contract/common.ts';
import { pdfRequired, pdfTooLarge } from '#domain/rules/uploads.ts';
import type { Deps } from '#server/deps.ts';
import { asUpload, readUpload } from '#server/files/readUpload.ts';
import { parsed } from '#server/http/parsed.ts';
import { badRequest } from '#server/http/problem.ts';
import { agreementsRepo } from './agreements.repo.ts';
import { toAgreement } from './agreements.rows.ts';
import { addVersion, oneAgreement, oneVersion } from './agreements.service.ts';
import { documents } from './documents.ts';

const tags = ['agreements'];

export const agreementVersionRoutes = (deps: Deps): FastifyPluginAsyncZod => async (app) => {
  const { database } = deps;
  const { urlOf, keeping } = documents(deps);

  app.post(
    '/agreements/:id/versions',
    {
      config: { access: 'agreements:write' },
      preHandler: asUpload,
      schema: {
        tags,
        operationId: 'addAgreementVersion',
        form: agreementVersionUploadFields,
        params: idParams,
        response: { 201: agreementAnswer },
      },
    },
    async (request, reply) => {
      const { reach, params } = request;
      const { file, fields } = await readUpload(request, 'pdf', pdfTooLarge);
      const { companyId } = parsed(agreementVersionFields, fields);
      const { company_id } = await database.scoped(reach.companies, (tx) => oneAgreement(tx, reach, params.id, companyId));
      if (!file) throw badRequest(pdfRequired, { pdf: pdfRequired });
      const agreement = await keeping(company_id, file, (pdf) =>
        database.scoped(reach.companies, async (tx) => {
          const row = await addVersion(tx, reach, params.id, pdf);
          return toAgreement(row, await agreementsRepo(tx).versions(row.id), urlOf);
        }),
      );
      return reply.status(201).send({ agreement, message: 'Version added' });
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
    ({ reach, params, query }) =>
      database.scoped(reach.companies, async (tx) => {
        const version = await oneVersion(tx, reach, params.versionId, query.companyId);
        return { url: urlOf(version), fileName: version.file_name };
      }),
  );
};
