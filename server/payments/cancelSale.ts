import type { Invoice } from '#domain/contract/invoices.ts';
import { columns } from '#server/db/columns.ts';
import type { Tx } from '#server/db/database.ts';
import { claim, identity, keep, refusalOf, type Answer, type Attempt } from '#server/http/idempotency.ts';
import { badRequest } from '#server/http/problem.ts';
import { invoicesRepo } from '#server/resources/invoices/invoices.repo.ts';
import { toInvoice } from '#server/resources/invoices/invoices.rows.ts';
import { saleCancelled } from './cardAttempts.ts';
import { reconcileInvoice } from './reconcile.ts';
import type { PaymentDeps } from './stripeConfigs.ts';
import { askingStripe } from './stripeProblems.ts';

/** Whoever cancels stands at the till; what Stripe does not answer by then, the sweep does after half an hour. */
const patience = 5_000;

interface Cancelled {
  readonly companies: readonly string[];
  readonly companyId: string;
  /** The attempt that made the sale, or was about to. */
  readonly attempt: Attempt | undefined;
}

/**
 * Gives up the unpaid sale of an attempt: its intent is cancelled, its invoice void, its stock back. What has been paid
 * stays, and is applied if nobody had heard of it. A request that is still on its way finds its key used up. Gives the
 * invoice as it stands now, or null when there never was one.
 */
export async function cancelSale(deps: PaymentDeps, { companies, companyId, attempt }: Cancelled): Promise<Invoice | null> {
  if (!attempt) throw badRequest('Idempotency-Key must name the sale to cancel');
  const { database } = deps;
  const invoiceId = await database.scoped(companies, (tx) => invoiceOf(tx, attempt));
  if (!invoiceId) return null;
  await askingStripe(reconcileInvoice(deps, companyId, invoiceId, { patience, giveUp: true }));
  return database.scoped(companies, async (tx) => {
    const row = await tx.selectFrom('invoices').select(columns.invoices).where('id', '=', invoiceId).executeTakeFirstOrThrow();
    return toInvoice(row, await invoicesRepo(tx).lines(invoiceId));
  });
}

/** A sale by card is remembered with its key from its first moment on, one for cash in its answer. */
async function invoiceOf(tx: Tx, attempt: Attempt): Promise<string | null> {
  if (await claim(tx, attempt)) {
    await keep(tx, attempt, refusalOf(saleCancelled));
    return null;
  }
  const kept = await tx
    .selectFrom('idempotency_keys')
    .select(['invoice_id', 'answer'])
    .where((row) => row.and(identity(attempt)))
    .executeTakeFirstOrThrow();
  return soldInvoiceId(kept);
}

/** The invoice that an attempt wrote, from what is kept of the attempt; null when it wrote none. */
export function soldInvoiceId({ invoice_id, answer }: { invoice_id: string | null; answer: Answer['body'] | null }): string | null {
  const sold = answer?.['invoice'];
  const inAnswer = sold && typeof sold === 'object' && 'id' in sold && typeof sold.id === 'string' ? sold.id : null;
  return invoice_id ?? inAnswer;
}
