import type { PurchaseOutcome } from '#domain/contract/purchases.ts';
import type { InvoiceStatus } from '#domain/rules/invoiceStatus.ts';
import type { Tx } from '#server/db/database.ts';
import { soldInvoiceId } from '#server/payments/cancelSale.ts';
import { invoicesRepo } from '#server/resources/invoices/invoices.repo.ts';
import { toInvoice } from '#server/resources/invoices/invoices.rows.ts';
import { purchasesRepo } from './purchases.repo.ts';

/** The invoice that a person's purchase with this key wrote; undefined when there is none. */
export async function purchasedInvoice(tx: Tx, userId: string, key: string): Promise<string | undefined> {
  const attempt = await purchasesRepo(tx).attempt(userId, key);
  return (attempt && soldInvoiceId(attempt)) ?? undefined;
}

/** What became of a person's purchase with this key. Only reads. */
export async function purchaseOutcomeOf(tx: Tx, userId: string, key: string): Promise<PurchaseOutcome> {
  const attempt = await purchasesRepo(tx).attempt(userId, key);
  if (!attempt) return { state: 'unknown', invoice: null, message: null };
  const { answer } = attempt;
  const message = answer && typeof answer['message'] === 'string' ? answer['message'] : null;
  const invoiceId = soldInvoiceId(attempt);
  const row = invoiceId ? await purchasesRepo(tx).invoice(invoiceId) : undefined;
  if (!row) return { state: 'refused', invoice: null, message };
  return { state: stateOf[row.status], invoice: toInvoice(row, await invoicesRepo(tx).lines(row.id)), message };
}

const stateOf: Record<InvoiceStatus, PurchaseOutcome['state']> = {
  draft: 'pending',
  open: 'pending',
  partially_paid: 'pending',
  overdue: 'pending',
  paid: 'completed',
  refunded: 'completed',
  void: 'refused',
};
