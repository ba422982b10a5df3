import { randomUUID } from 'node:crypto';
import { addDays } from 'date-fns';
import { paymentLinkDays } from '#domain/shared/limits.ts';
import { logActivity } from '#server/modules/activity/index.ts';
import type { InvoiceRow } from '#server/platform/database/schema.ts';
import type { AppContext } from '#server/platform/context.ts';
import { once } from '#server/platform/http/idempotency.ts';
import { hashOfToken } from '#server/platform/http/tokenFormat.ts';
import { emailPaymentLink } from '#server/modules/email-queue/index.ts';
import { requireStripeAccount } from '#server/modules/stripe/index.ts';
import { invoiceActivity } from '../rows.ts';
import { lockInvoice } from '../repo.ts';
import type { InvoiceRequest } from '../service.ts';
import { cancelOpenCardPayments, requireEnoughForCard, requireOwed } from '../payments/takePayment.ts';
import { paymentLinksRepo, paymentLinkToken } from './paymentLinkRepo.ts';

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
