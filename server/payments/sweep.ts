import type { Tx } from '#server/db/database.ts';
import { reconcileInvoice } from './reconcile.ts';
import type { PaymentDeps } from './stripeConfigs.ts';

const atOnce = 8;

/** Reconciles every invoice of every company that waits for Stripe. One that fails does not hold up the others. */
export async function sweepPayments(deps: PaymentDeps, signal?: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  for (const companyId of await deps.database.everyCompany()) {
    const waiting = await deps.database.scoped([companyId], openInvoices);
    await eachOf(waiting, atOnce, async (invoiceId) => {
      if (signal?.aborted) return;
      await reconcileInvoice(deps, companyId, invoiceId).catch((error: unknown) => failures.push(error));
    });
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} payments could not be looked after`);
}

/** The longest waiting first. */
async function openInvoices(tx: Tx): Promise<string[]> {
  const rows = await tx
    .selectFrom('awaited_payments')
    .select(['invoice_id', 'since'])
    .union(tx.selectFrom('payment_intents').select(['invoice_id', 'created_at as since']).where('settled_at', 'is', null))
    .orderBy('since')
    .execute();
  return [...new Set(rows.map((row) => row.invoice_id))];
}

/** Runs `work` over all of them, so many at a time. */
export async function eachOf<T>(all: readonly T[], width: number, work: (one: T) => Promise<void>): Promise<void> {
  const left = [...all];
  const worker = async () => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: width }, worker));
}
