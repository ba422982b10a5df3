import { afterVoid, afterWriteOff } from '#domain/invoices/collecting.ts';
import { changesBetween, logActivity } from '#server/modules/activity/index.ts';
import type { Actor } from '#server/platform/http/actors.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { InvoiceRow } from '#server/platform/database/schema.ts';
import { nextUpdatedAt } from '#server/platform/http/optimisticLock.ts';
import { invoiceActivity, invoiceChanges } from './activities.ts';
import { commitReservations, releaseReservations } from '#server/modules/sales-items/index.ts';
import { postVoid, postWriteOff } from '#server/modules/ledger/index.ts';
import { invoiceSubject } from './subject.ts';
import { failPendingPayments, toMoney } from './applyIntent.ts';

interface Options {
  readonly how: 'void' | 'write-off';
  readonly reason: string;
  /** Whether a write-off grants what was sold. By default it does if a part was paid. */
  readonly grant?: boolean | undefined;
  readonly now: Date;
  readonly actor: Actor;
}

/**
 * Void: never sold, so its stock comes back. Written off: it stays a sale, its stock is gone, and what it sold is granted like
 * that of a paid one if it settles the invoice; otherwise the renewal of that period stops. The caller holds the invoice's
 * lock.
 */
export async function voidOrWriteOff(
  tx: Tx,
  invoice: InvoiceRow,
  { how, reason, grant, now, actor }: Options,
): Promise<void> {
  const after = how === 'void' ? afterVoid : afterWriteOff(toMoney(invoice));
  const isSettled = how === 'write-off' && (grant ?? invoice.paid_cents > 0);
  const noted = {
    ...(grant === false && { isWithheld: true }),
    ...(!isSettled && (await invoiceSubject().abandonedNote(tx, invoice))),
  };
  const closed = {
    status: after.status,
    due_cents: after.due,
    written_off_cents: after.writtenOff,
    closed_reason: reason,
  };
  await tx
    .updateTable('invoices')
    .set({ ...closed, metadata: JSON.stringify({ ...invoice.metadata, ...noted }), updated_at: nextUpdatedAt(now) })
    .where('id', '=', invoice.id)
    .execute();
  if (how === 'void') await postVoid(tx, invoice, { at: now, actor });
  else await postWriteOff(tx, invoice, after.writtenOff, { at: now, actor });
  await failPendingPayments(tx, invoice.id, now);
  if (how === 'void') await releaseReservations(tx, invoice.id);
  else await commitReservations(tx, invoice.id);
  const changes = [...invoiceChanges(invoice, closed), ...changesBetween(null, { reason })];
  await logActivity(
    tx,
    actor,
    invoiceActivity(how === 'void' ? 'invoice.voided' : 'invoice.written-off', invoice, changes),
  );
  await invoiceSubject()[isSettled ? 'settled' : 'abandoned'](tx, invoice, now, actor);
}
