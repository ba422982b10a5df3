import { afterVoid, afterWriteOff } from '#domain/invoices/collecting.ts';
import { changesBetween, logActivity } from '#server/modules/activity/index.ts';
import type { Occasion } from '#server/platform/http/actors.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { InvoiceMetadata } from '#server/platform/database/jsonColumns.ts';
import type { InvoiceRow } from '#server/platform/database/schema.ts';
import { nextUpdatedAt } from '#server/platform/http/optimisticLock.ts';
import { commitReservations, releaseReservations } from '#server/modules/sales-items/index.ts';
import { postVoid, postWriteOff } from '#server/modules/ledger/index.ts';
import { toMoney, invoiceActivity, invoiceChanges } from './rows.ts';

interface Closing {
  readonly how: 'void' | 'write-off';
  readonly reason?: string | undefined;
  /** Added to the invoice's metadata. */
  readonly noted?: InvoiceMetadata;
}

/**
 * Void: never sold, so its stock comes back. Written off: it stays a sale, and its stock is gone. What follows for what was sold is
 * the caller's, who holds the invoice's lock.
 */
export async function closeInvoice(
  tx: Tx,
  invoice: InvoiceRow,
  { how, reason, noted = {} }: Closing,
  occasion: Occasion,
): Promise<void> {
  const isVoid = how === 'void';
  const after = isVoid ? afterVoid : afterWriteOff(toMoney(invoice));
  const closed = {
    status: after.status,
    due_cents: after.due,
    written_off_cents: after.writtenOff,
    closed_reason: reason ?? null,
  };
  await tx
    .updateTable('invoices')
    .set({
      ...closed,
      metadata: JSON.stringify({ ...invoice.metadata, ...noted }),
      updated_at: nextUpdatedAt(occasion.now),
    })
    .where('id', '=', invoice.id)
    .execute();
  if (isVoid) await postVoid(tx, invoice, occasion);
  else await postWriteOff(tx, invoice, after.writtenOff, occasion);
  await failPendingPayments(tx, invoice.id, occasion.now);
  await (isVoid ? releaseReservations : commitReservations)(tx, invoice.id);
  const changes = [...invoiceChanges(invoice, closed), ...(reason ? changesBetween(null, { reason }) : [])];
  await logActivity(
    tx,
    occasion.actor,
    invoiceActivity(isVoid ? 'invoice.voided' : 'invoice.written-off', invoice, changes),
  );
}

const failPendingPayments = (tx: Tx, invoiceId: string, now: Date) =>
  tx
    .updateTable('payments')
    .set({ status: 'failed', updated_at: nextUpdatedAt(now) })
    .where('invoice_id', '=', invoiceId)
    .where('status', '=', 'pending')
    .execute();
