import type { ListedReconciliation, ReconciliationDiscrepancy } from '#domain/reconciliations/contract.ts';
import { fromCents } from '#domain/shared/money.ts';
import type { Selectable } from 'kysely';
import type { ReconciliationDiscrepancyTable, ReconciliationRow } from '#server/platform/database/schema.ts';

export const toListedReconciliation = (row: ReconciliationRow): ListedReconciliation => ({
  id: row.id,
  companyId: row.company_id,
  at: row.created_at.toISOString(),
  startedBy: row.started_by_name,
  from: row.from_day,
  to: row.to_day,
  status: row.status,
  finishedAt: row.finished_at?.toISOString() ?? null,
  failure: row.failure,
  tryAgainAt: row.try_again_at?.toISOString() ?? null,
  matched: row.matched,
  differenceCount: row.difference_count,
  fees: fromCents(row.fees_cents),
  payouts: fromCents(row.payouts_cents),
  hasStripe: row.is_test_mode !== null,
  isTestMode: row.is_test_mode === true,
});

export const toDiscrepancy = (row: Selectable<ReconciliationDiscrepancyTable>): ReconciliationDiscrepancy => ({
  kind: row.kind,
  amount: fromCents(row.amount_cents),
  detail: row.detail,
  ...(row.stripe_id !== null && { stripeId: row.stripe_id }),
  ...(row.invoice_id !== null && { invoiceId: row.invoice_id }),
  ...(row.payment_id !== null && { paymentId: row.payment_id }),
  ...(row.drawer_id !== null && { drawerId: row.drawer_id }),
});
