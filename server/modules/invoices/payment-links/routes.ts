import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { idParams } from '#domain/shared/contract.ts';
import {
  endedLink,
  payableInvoice,
  payByLinkBody,
  payByLinkResponse,
  paymentConflict,
  paymentLink,
  paymentLinkBody,
  paymentLinkParams,
} from '#domain/invoices/paymentLinkContract.ts';
import type { AppContext } from '#server/platform/context.ts';
import { Problem } from '#server/platform/http/problem.ts';
import { paymentLinkUrl } from './paymentLinkRepo.ts';
import { rateLimits, type RateLimit, addressBlock } from '#server/platform/http/rateLimits.ts';
import { readInvoiceRequest } from '../service.ts';
import { createPaymentLink } from './createPaymentLink.ts';
import { payByLink } from './payByLink.ts';
import { findPayerLink } from './payerLink.ts';
import { showPayableInvoice } from './showPayableInvoice.ts';

const isPublic = { access: 'public' } as const;
const tags = ['payment-links'];

/**
 * In 15 minutes: emails to one address, emails of a company, invalid links from one address, looks at one invoice, each of which may
 * ask Stripe, and tries to pay it.
 */
const most = { toOne: 5, ofCompany: 200, wrong: 50, looks: 200, tries: 30 };

export const paymentLinkRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const { database, clock, config } = context;
    const attempts = rateLimits(database);

    /** Throws 429 beyond the limit. Returns a function that uncounts the attempt. */
    const take = async (limits: readonly RateLimit[], message: string) => {
      const now = clock();
      await attempts.takeOrRefuse(limits, now, message);
      return () => Promise.all(limits.map((limit) => attempts.refund(limit, now)));
    };

    app.post(
      '/invoices/:id/payment-link',
      {
        config: { access: 'invoices:collect', idempotencyKey: 'own' },
        schema: {
          tags: ['invoices'],
          operationId: 'createPaymentLink',
          params: idParams,
          body: paymentLinkBody,
          response: { 201: paymentLink },
        },
      },
      async (request, reply) => {
        const subject = await readInvoiceRequest(context, request);
        const { companyId } = subject;
        const email = request.body?.email;
        const refund = email
          ? await take(
              [
                { subject: `payment-link ${companyId} ${email.toLowerCase()}`, most: most.toOne },
                { subject: `payment-links ${companyId}`, most: most.ofCompany },
              ],
              'Too many payment links were sent. Please try again later.',
            )
          : undefined;
        const { linkId, expiresAt } = await createPaymentLink(context, subject, email).catch(async (error: unknown) => {
          await refund?.();
          throw error;
        });
        return reply.code(201).send({ url: paymentLinkUrl(config, linkId), expiresAt });
      },
    );

    /** Links that do not exist are counted by the caller's address. */
    const findLink = async ({ ip, params }: FastifyRequest<{ Params: { token: string } }>) => {
      try {
        return await findPayerLink(database, params.token);
      } catch (error) {
        if (error instanceof Problem && error.status === 404)
          await take(
            [{ subject: `pay ${addressBlock(ip)}`, most: most.wrong }],
            'Too many wrong links. Please try again later.',
          );
        throw error;
      }
    };

    app.get(
      '/payment-links/:token',
      {
        config: isPublic,
        schema: {
          tags,
          operationId: 'getPaymentLink',
          params: paymentLinkParams,
          response: { 200: payableInvoice, 410: endedLink },
        },
      },
      async (request) => {
        const link = await findLink(request);
        await take([{ subject: `see ${link.invoiceId}`, most: most.looks }], tooOften);
        return showPayableInvoice(context, link, request.log);
      },
    );

    app.post(
      '/payment-links/:token/pay',
      {
        config: isPublic,
        schema: {
          tags,
          operationId: 'payByLink',
          params: paymentLinkParams,
          body: payByLinkBody,
          response: { 200: payByLinkResponse, 409: paymentConflict, 410: endedLink },
        },
      },
      async (request) => {
        const link = await findLink(request);
        // Each try may be another stolen card.
        await take(
          [{ subject: `pay ${link.invoiceId}`, most: most.tries }],
          'Too many tries to pay. Please try again later.',
        );
        return payByLink(context, link, request.body, request.id);
      },
    );
  };

const tooOften = 'This page was opened too often. Please try again later.';
