import type { Actor } from '#server/platform/http/actors.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { InvoiceRow } from '#server/platform/database/schema.ts';
import { logActivity } from '#server/modules/activity/index.ts';
import { invoiceActivity, invoiceChanges } from '#server/modules/invoices/index.ts';

/** A partially paid one stays partially paid. */
export async function markOverdue(tx: Tx, invoice: InvoiceRow, now: Date, actor: Actor): Promise<void> {
  if (invoice.status !== 'open') return;
  await tx.updateTable('invoices').set({ status: 'overdue', updated_at: now }).where('id', '=', invoice.id).execute();
  await logActivity(
    tx,
    actor,
    invoiceActivity('invoice.overdue', invoice, invoiceChanges(invoice, { status: 'overdue' })),
  );
}
