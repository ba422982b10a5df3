import { sql } from 'kysely';
import { byCompany } from './byCompany.ts';
import { reconcileInvoice } from './reconcile.ts';
import type { PaymentDeps } from './stripeConfigs.ts';

interface Waiting {
  readonly company_id: string;
  readonly invoice_id: string;
}

/** Reconciles every invoice that waits for Stripe, the longest waiting first. One that fails does not hold up the others. */
export async function sweepPayments(deps: PaymentDeps, signal?: AbortSignal): Promise<void> {
  const { rows } = await sql<Waiting>`select company_id, invoice_id from waiting_payments()`.execute(deps.database.unscoped);
  const failures = await byCompany(deps, {
    rows,
    signal,
    work: ({ company_id, invoice_id }) => reconcileInvoice(deps, company_id, invoice_id),
  });
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} payments could not be looked after`);
}
