import { afterVoid, afterWriteOff } from '#domain/rules/collecting.ts';
import { todayIn } from '#domain/rules/dates.ts';
import { changesBetween } from '#server/activity/activityChanges.ts';
import type { Actor } from '#server/activity/actors.ts';
import { logActivity } from '#server/activity/logActivity.ts';
import type { Tx } from '#server/db/database.ts';
import type { InvoiceRow } from '#server/db/schema.ts';
import { nextUpdatedAt } from '#server/http/optimisticLock.ts';
import { boughtPlanActivity, invoiceActivity, invoiceChanges } from '#server/invoicing/activities.ts';
import { changeMembership, graceLeft, lockMembership } from '#server/invoicing/contactMembership.ts';
import { commitReservations, releaseReservations } from '#server/invoicing/stock.ts';
import { failPendingPayments, moneyOf } from './applyIntent.ts';
import { renewalOf } from './renewals.repo.ts';

interface Options {
  readonly how: 'void' | 'write-off';
  readonly reason: string;
  readonly now: Date;
  readonly actor: Actor;
}

/**
 * Voids or writes off an invoice. Void: it was never sold, so its stock comes back. Written off: it stays a sale, and its
 * stock is gone. The renewal of that period stops. The caller holds the invoice's lock.
 */
export async function voidOrWriteOff(tx: Tx, invoice: InvoiceRow, { how, reason, now, actor }: Options): Promise<void> {
  const after = how === 'void' ? afterVoid : afterWriteOff(moneyOf(invoice));
  const closed = { status: after.status, due_cents: after.due, written_off_cents: after.writtenOff, closed_reason: reason };
  await tx
    .updateTable('invoices')
    .set({ ...closed, updated_at: nextUpdatedAt(now) })
    .where('id', '=', invoice.id)
    .execute();
  await failPendingPayments(tx, invoice.id, now);
  if (how === 'void') await releaseReservations(tx, invoice.id);
  else await commitReservations(tx, invoice.id);
  const changes = [...invoiceChanges(invoice, closed), ...changesBetween(null, { reason })];
  await logActivity(tx, actor, invoiceActivity(how === 'void' ? 'invoice.voided' : 'invoice.written-off', invoice, changes));
  await stopRenewal(tx, invoice, now, actor);
}

/** The period is not billed again automatically. Turning renewal on again bills it again. */
async function stopRenewal(tx: Tx, invoice: InvoiceRow, now: Date, actor: Actor): Promise<void> {
  const renewal = await renewalOf(tx, invoice.id);
  if (!renewal) return;
  const membership = await lockMembership(tx, renewal.contact_membership_id, now);
  await tx.deleteFrom('renewals').where('invoice_id', '=', invoice.id).execute();
  if (!membership) return;
  await changeMembership(tx, membership.id, { auto_renew: false, days_of_grace: graceLeft(membership, todayIn(membership.timezone, now)) });
  if (!membership.auto_renew) return;
  await logActivity(tx, actor, boughtPlanActivity('contact-membership.renewal-changed', invoice, membership, changesBetween({ autoRenew: true }, { autoRenew: false })));
}
