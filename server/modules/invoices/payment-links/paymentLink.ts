import { randomUUID } from 'node:crypto';
import { addDays } from 'date-fns';
import type { FastifyBaseLogger } from 'fastify';
import type { PayableInvoice, PayByLinkBody, PayByLinkResponse } from '#domain/invoices/paymentLinkContract.ts';
import { lineTitle } from '#domain/invoices/invoiceDescription.ts';
import { isTooSmallForCard } from '#domain/invoices/collecting.ts';
import { cardMinCents, paymentLinkDays } from '#domain/shared/limits.ts';
import { formatCents, fromCents, toCents } from '#domain/shared/money.ts';
import { endedLinkText, payableState } from '#domain/invoices/paymentLink.ts';
import { payerActor } from '#server/platform/http/actors.ts';
import { linkCompany } from '#server/modules/companies/index.ts';
import { logActivity } from '#server/modules/activity/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { InvoiceRow } from '#server/platform/database/schema.ts';
import type { AppContext } from '#server/platform/context.ts';
import { once } from '#server/platform/http/idempotency.ts';
import { badRequest, conflict, notFound, Problem, raise } from '#server/platform/http/problem.ts';
import { invoiceActivity } from '../activities.ts';
import { lockInvoice } from '../repo.ts';
import { emailPaymentLink } from '#server/modules/email-queue/index.ts';
import { intentForPayer } from './payByLink.ts';
import { paymentLinkToken } from './paymentLinkUrl.ts';
import { refreshInvoice } from '../cards/openPayments.ts';
import { readStripeConfig, requireStripeAccount, toPaymentIntent } from '#server/modules/stripe/index.ts';
import { hashOfToken } from '#server/platform/http/tokenFormat.ts';
import { invoicesRepo } from '../repo.ts';
import { toInvoice } from '../rows.ts';
import type { InvoiceRequest } from '../service.ts';
import { cancelOpenCardPayments, requireEnoughForCard, requireOwed } from '../payments/takePayment.ts';
import { companyOfLink, paymentLinksRepo } from './paymentLinkRepo.ts';

interface StoredLink {
  readonly linkId: string;
  readonly expiresAt: string;
}

/** Replaces the previous link, and emails the new one if there is an address. */
export async function createPaymentLink(
  context: AppContext,
  subject: InvoiceRequest,
  email: string | undefined,
): Promise<StoredLink> {
  const { database, clock, config } = context;
  const { scope, companyId, invoiceId, key } = subject;
  await requireStripeAccount(context, companyId);
  const require = (invoice: InvoiceRow) => {
    requireOwed(invoice);
    requireEnoughForCard(invoice.due_cents);
  };
  await cancelOpenCardPayments(context, subject, async (_tx, invoice) => require(invoice));
  return once(database, scope.companies, key, async (tx) => {
    const invoice = await lockInvoice(tx, invoiceId);
    require(invoice);
    const [id, expiresAt] = [randomUUID(), addDays(clock(), paymentLinkDays)];
    const token_hash = hashOfToken(paymentLinkToken(config, id));
    await paymentLinksRepo(tx).replace(
      {
        id,
        company_id: companyId,
        invoice_id: invoiceId,
        token_hash,
        expires_at: expiresAt,
        is_emailed: email !== undefined,
      },
      clock(),
    );
    const changes = email ? [{ field: 'email', before: null, after: email }] : [];
    await logActivity(
      tx,
      scope.actor,
      invoiceActivity(email ? 'invoice.payment-link-sent' : 'invoice.payment-link-created', invoice, changes),
    );
    if (email) await emailPaymentLink(tx, invoice, { linkId: id, expiresAt, address: email }, clock());
    return { linkId: id, expiresAt: expiresAt.toISOString() };
  });
}

/** The link alone identifies the invoice. */
export function payerService(context: AppContext, token: string, requestId: string) {
  const { database, clock } = context;
  const hash = hashOfToken(token);

  const find = async () => {
    const companyId = (await companyOfLink(database.unscoped, hash)) ?? raise(notFound('Payment link'));
    const link =
      (await database.readOnly([companyId], (tx) => paymentLinksRepo(tx).byHash(hash))) ??
      raise(notFound('Payment link'));
    return { companyId, invoiceId: link.invoice_id };
  };

  /** 410 when this link can no longer be used to pay, 400 when a card cannot be charged so little. */
  const requirePayable = async (tx: Tx, { status, due_cents, company_id }: InvoiceRow) => {
    const { expires_at: expiresAt, replaced_at: replacedAt } =
      (await paymentLinksRepo(tx).byHash(hash)) ?? raise(notFound('Payment link'));
    const state = payableState(status, { expiresAt, replacedAt }, clock());
    if (state !== 'payable')
      throw new Problem(410, endedLinkText[state], { body: { state, company: await linkCompany(tx, company_id) } });
    if (isTooSmallForCard(due_cents)) throw tooLittle;
  };

  return {
    invoiceId: async () => (await find()).invoiceId,

    async show(log: FastifyBaseLogger): Promise<PayableInvoice> {
      const { companyId, invoiceId } = await find();
      // Stripe may already know that it is paid.
      await refreshInvoice(context, [companyId], invoiceId, log);
      const config = await readStripeConfig(database, companyId);
      return database.scoped([companyId], async (tx) => {
        const row = (await invoicesRepo(tx).one(invoiceId)) ?? raise(notFound('Payment link'));
        await requirePayable(tx, row);
        if (!config) throw noCards;
        await paymentLinksRepo(tx).noteOpened(hash, clock());
        const { metadata, tax, total, paid, due, currency } = toInvoice(row, await invoicesRepo(tx).lines(invoiceId));
        return {
          invoice: {
            company: { name: row.company_name },
            location: { name: row.location_name },
            number: row.number,
            lineItems: (metadata?.lineItems ?? []).map((line) => ({
              ...line,
              name: lineTitle(line.name, line.member),
            })),
            tax,
            total,
            paid,
            due,
            currency,
            renews: await paymentLinksRepo(tx).renews(row),
          },
          stripePublishableKey: config.publishable_key,
        };
      });
    },

    async pay({ saveCard, expectedDue }: PayByLinkBody): Promise<PayByLinkResponse> {
      const { companyId, invoiceId } = await find();
      const stripe = await requireStripeAccount(context, companyId);
      const intent = await intentForPayer(context, stripe, {
        companyId,
        invoiceId,
        savesCard: saveCard,
        actor: payerActor(requestId),
        requirePayable: async (tx, invoice) => {
          await requirePayable(tx, invoice);
          if (expectedDue !== undefined && toCents(expectedDue) !== invoice.due_cents)
            throw amountChanged(invoice.due_cents);
        },
      });
      return { paymentIntent: toPaymentIntent(intent) };
    },
  };
}

const tooLittle = badRequest(`A card payment is at least ${formatCents(cardMinCents)}. Please pay at the front desk.`);
const noCards = conflict('This gym does not take cards online at the moment. Please pay at the front desk.');
const amountChanged = (cents: number) =>
  new Problem(409, 'The amount has changed', { body: { due: fromCents(cents) } });
