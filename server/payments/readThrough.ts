import type { FastifyBaseLogger } from 'fastify';
import { sql, type SqlBool } from 'kysely';
import { reconcileInvoice } from './reconcile.ts';
import type { PaymentDeps } from './stripeConfigs.ts';
import { eachOf } from './byCompany.ts';

/** A reader waits no longer than this for the newest, however much is open; then what is known is shown. */
const patience = 4_000;
const atOnce = 8;

/**
 * For `GET /invoices/:id`: brings an open card payment up to date before the invoice is read. An id out of the
 * caller's companies is none of its business and does nothing.
 */
export const refreshInvoice = (deps: PaymentDeps, companies: readonly string[], invoiceId: string, log: FastifyBaseLogger) =>
  refresh(deps, companies, { invoiceId }, log);

/** For `GET /contacts/:id/memberships`: the same for everything that this contact has not paid yet. */
export const refreshContact = (deps: PaymentDeps, companies: readonly string[], contactId: string, log: FastifyBaseLogger) =>
  refresh(deps, companies, { contactId }, log);

interface About {
  readonly invoiceId?: string;
  readonly contactId?: string;
}

async function refresh(deps: PaymentDeps, companies: readonly string[], about: About, log: FastifyBaseLogger): Promise<void> {
  const waiting = await deps.database.scoped(companies, (tx) => {
    const all = tx
      .selectFrom('invoices as i')
      .select(['i.id', 'i.company_id'])
      .where(sql<SqlBool>`(exists (select from awaited_payments a where a.invoice_id = i.id)
        or exists (select from payment_intents p where p.invoice_id = i.id and p.settled_at is null))`);
    return (about.invoiceId ? all.where('i.id', '=', about.invoiceId) : all.where('i.contact_id', '=', about.contactId ?? '')).execute();
  });
  const end = Date.now() + patience;
  await eachOf(waiting, atOnce, async ({ id, company_id }) => {
    const left = end - Date.now();
    if (left <= 0) return;
    await reconcileInvoice(deps, company_id, id, { patience: left }).catch((err: unknown) => log.warn({ err }, 'Stripe was not asked for a payment'));
  });
}
