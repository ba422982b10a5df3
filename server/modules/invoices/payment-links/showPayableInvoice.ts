import type { FastifyBaseLogger } from 'fastify';
import type { PayableInvoice } from '#domain/invoices/paymentLinkContract.ts';
import { lineTitle } from '#domain/invoices/invoiceDescription.ts';
import type { AppContext } from '#server/platform/context.ts';
import { conflict, raise } from '#server/platform/http/problem.ts';
import { readStripeConfig } from '#server/modules/stripe/index.ts';
import { refreshInvoice } from '../cards/openPayments.ts';
import { invoicesRepo } from '../repo.ts';
import { toInvoice } from '../rows.ts';
import { noLink, requirePayable, type PayerLink } from './payerLink.ts';
import { paymentLinksRepo } from './paymentLinkRepo.ts';

export async function showPayableInvoice(
  context: AppContext,
  link: PayerLink,
  log: FastifyBaseLogger,
): Promise<PayableInvoice> {
  const { database, clock } = context;
  const { hash, companyId, invoiceId } = link;
  // Stripe may already know that it is paid.
  await refreshInvoice(context, [companyId], invoiceId, log);
  const config = await readStripeConfig(database, companyId);
  return database.scoped([companyId], async (tx) => {
    const row = (await invoicesRepo(tx).one(invoiceId)) ?? raise(noLink);
    await requirePayable(tx, link, row, clock());
    if (!config) throw noCards;
    await paymentLinksRepo(tx).noteOpened(hash, clock());
    const { metadata, tax, total, paid, due, currency } = toInvoice(row, await invoicesRepo(tx).lines(invoiceId));
    return {
      invoice: {
        company: { name: row.company_name },
        location: { name: row.location_name },
        number: row.number,
        lineItems: (metadata?.lineItems ?? []).map((line) => ({ ...line, name: lineTitle(line.name, line.member) })),
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
}

const noCards = conflict('This gym does not take cards online at the moment. Please pay at the front desk.');
