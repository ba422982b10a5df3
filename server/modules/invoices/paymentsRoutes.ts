import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { idParams } from '#domain/shared/contract.ts';
import {
  invoicePaymentBody,
  invoicePaymentResponse,
  invoiceReasonBody,
  invoiceResponse,
  invoiceRetryResponse,
  invoiceWriteOffBody,
} from '#domain/invoices/paymentsContract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { readIdempotencyKey, send, type StoredResponse } from '#server/platform/http/idempotency.ts';
import { requireInvoice } from './service.ts';
import { closeUnpaidInvoice, takePayment, type InvoiceRequest } from './takePayment.ts';

const tags = ['invoices'];
const collect = { access: 'invoices:collect', idempotencyKey: 'optional' } as const;
const close = { access: 'invoices:close', idempotencyKey: 'optional' } as const;

/** Collecting or closing an invoice that is owed. */
export const invoicePaymentRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const run = async (
      request: FastifyRequest<{ Params: { id: string } }>,
      reply: FastifyReply,
      work: (subject: InvoiceRequest) => Promise<StoredResponse>,
    ) => {
      const { scope, params } = request;
      const { company_id: companyId } = await context.database.readOnly(scope.companies, (tx) =>
        requireInvoice(tx, scope, params.id),
      );
      // The path names the invoice, so that a key is valid for one invoice only.
      const key = readIdempotencyKey(request, companyId, `${request.method} ${request.url}`);
      return send(reply, await work({ scope, companyId, invoiceId: params.id, key }));
    };

    app.post(
      '/invoices/:id/payments',
      {
        config: collect,
        schema: {
          tags,
          operationId: 'takeInvoicePayment',
          params: idParams,
          body: invoicePaymentBody,
          response: { 201: invoicePaymentResponse },
        },
      },
      (request, reply) => run(request, reply, (subject) => takePayment(context, subject, request.body)),
    );
    app.post(
      '/invoices/:id/retry',
      {
        config: collect,
        schema: { tags, operationId: 'retryInvoiceCard', params: idParams, response: { 200: invoiceRetryResponse } },
      },
      (request, reply) =>
        run(request, reply, async (subject) => {
          const { status, body } = await takePayment(context, subject, { method: 'card', card: 'saved' });
          return status === 201
            ? { status: 200, body: { invoice: body['invoice'], payment: body['payment'] } }
            : { status, body };
        }),
    );
    app.post(
      '/invoices/:id/void',
      {
        config: close,
        schema: {
          tags,
          operationId: 'voidInvoice',
          params: idParams,
          body: invoiceReasonBody,
          response: { 200: invoiceResponse },
        },
      },
      (request, reply) => run(request, reply, (subject) => closeUnpaidInvoice(context, subject, 'void', request.body)),
    );
    app.post(
      '/invoices/:id/write-off',
      {
        config: close,
        schema: {
          tags,
          operationId: 'writeOffInvoice',
          params: idParams,
          body: invoiceWriteOffBody,
          response: { 200: invoiceResponse },
        },
      },
      (request, reply) =>
        run(request, reply, (subject) => closeUnpaidInvoice(context, subject, 'write-off', request.body)),
    );
  };
