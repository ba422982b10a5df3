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
import { failPendingPayments, grantBought, moneyOf } from './applyIntent.ts';
import { givenUp } from './renewalOutcomes.ts';
import { renewalOf, type Renewal } from './renewals.repo.ts';

interface Options {
  readonly how: 'void' | 'write-off';
  readonly reason: string;
  /** Whether a write-off grants what the invoice sold. By default it does if a part was paid. */
  readonly grant?: boolean | undefined;
  readonly now: Date;
  readonly actor: Actor;
}

/**
 * Voids or writes off an invoice. Void: it was never sold, so its stock comes back. Written off: it stays a sale, and its
 * stock is gone, and what it sold is granted like that of a paid one if it settles the invoice. Otherwise the renewal of that
 * period stops. The caller holds the invoice's lock.
 */
export async function voidOrWriteOff(tx: Tx, invoice: InvoiceRow, { how, reason, grant, now, actor }: Options): Promise<void> {
  const after = how === 'void' ? afterVoid : afterWriteOff(moneyOf(invoice));
  const isSettled = how === 'write-off' && (grant ?? invoice.paid_cents > 0);
  const renewal = isSettled ? undefined : await renewalOf(tx, invoice.id);
  const noted = { ...(grant === false && { isWithheld: true }), ...(renewal && givenUp(renewal)) };
  const closed = { status: after.status, due_cents: after.due, written_off_cents: after.writtenOff, closed_reason: reason };
  await tx
    .updateTable('invoices')
    .set({ ...closed, metadata: JSON.stringify({ ...invoice.metadata, ...noted }), updated_at: nextUpdatedAt(now) })
    .where('id', '=', invoice.id)
    .execute();
  await failPendingPayments(tx, invoice.id, now);
  if (how === 'void') await releaseReservations(tx, invoice.id);
  else await commitReservations(tx, invoice.id);
  const changes = [...invoiceChanges(invoice, closed), ...changesBetween(null, { reason })];
  await logActivity(tx, actor, invoiceActivity(how === 'void' ? 'invoice.voided' : 'invoice.written-off', invoice, changes));
  if (isSettled) await grantBought(tx, invoice, now, actor);
  else if (renewal) await stopRenewal(tx, invoice, renewal, now, actor);
}

/** The period is not billed again automatically. Turning renewal on again bills it again. */
async function stopRenewal(tx: Tx, invoice: InvoiceRow, renewal: Renewal, now: Date, actor: Actor): Promise<void> {
  const membership = await lockMembership(tx, renewal.contact_membership_id, now);
  await tx.deleteFrom('renewals').where('invoice_id', '=', invoice.id).execute();
  if (!membership) return;
  await changeMembership(tx, membership.id, { auto_renew: false, days_of_grace: graceLeft(membership, todayIn(membership.timezone, now)) });
  if (!membership.auto_renew) return;
  await logActivity(tx, actor, boughtPlanActivity('contact-membership.renewal-changed', invoice, membership, changesBetween({ autoRenew: true }, { autoRenew: false })));
}
