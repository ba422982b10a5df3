import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import { disputeEvidence, disputeResponse, evidenceBody, evidenceFileQuery } from '#domain/disputes/contract.ts';
import { evidenceParts } from '#domain/disputes/disputeState.ts';
import { idParams } from '#domain/shared/contract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { attachment } from '#server/platform/files/fileName.ts';
import { idOfKey, readIdempotencyKey } from '#server/platform/http/idempotency.ts';
import { buildEvidencePdf, readEvidence, sendEvidence } from './answer.ts';

const tags = ['disputes'];
const config = { access: 'invoices:dispute' } as const;
const pdfFile = { description: 'The file', content: { 'application/pdf': { schema: z.custom<Buffer>() } } };

export const disputeRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    app.get(
      '/invoices/:id/dispute-evidence',
      {
        config,
        schema: { tags, operationId: 'readDisputeEvidence', params: idParams, response: { 200: disputeEvidence } },
      },
      ({ scope, params }) => readEvidence(context, scope, params.id),
    );

    app.get(
      '/invoices/:id/dispute-evidence/pdf',
      {
        config,
        schema: {
          tags,
          operationId: 'downloadDisputeEvidence',
          params: idParams,
          querystring: evidenceFileQuery,
          response: { 200: pdfFile },
        },
      },
      async ({ scope, params, query }, reply) => {
        const { without = [], note } = query;
        const parts = evidenceParts.filter((part) => !without.includes(part));
        const { bytes, name } = await buildEvidencePdf(context, scope, params.id, { parts, note });
        return reply
          .headers({ 'content-disposition': attachment(name), 'content-type': 'application/pdf' })
          .send(Buffer.from(bytes));
      },
    );

    app.post(
      '/invoices/:id/dispute-evidence',
      {
        // Stripe takes the evidence of a dispute once.
        config: { ...config, idempotencyKey: 'repeatable' },
        schema: {
          tags,
          operationId: 'sendDisputeEvidence',
          params: idParams,
          body: evidenceBody,
          response: { 200: disputeResponse },
        },
      },
      async (request) => {
        const { scope, params, body } = request;
        const [companyId = ''] = scope.companies.toSorted();
        const key = readIdempotencyKey(request, companyId);
        return {
          message: 'The evidence was sent to the bank',
          dispute: await sendEvidence(context, scope, params.id, body, key ? idOfKey(key) : uuid()),
        };
      },
    );
  };
