import { sql } from 'kysely';
import type { InvoicedMembership } from '#domain/invoices/contract.ts';
import { todayIn } from '#domain/shared/dates.ts';
import { changesBetween, logActivity } from '#server/modules/activity/index.ts';
import type { Actor, Occasion } from '#server/platform/http/actors.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { InvoiceRow } from '#server/platform/database/schema.ts';
import { conflict } from '#server/platform/http/problem.ts';
import { boughtPlanActivity, invoiceActivity, type InvoiceSubject } from '#server/modules/invoices/index.ts';
import { setMembership, graceLeft, lockMembership, selectUnpaidRenewals, withoutRenewal } from './grantedMembership.ts';
import { requireNoPlanChangeUnderWay } from './plan-change/planChangeUnderWay.ts';
import { findNextTry } from './renewals/dueRenewals.ts';
import { planDifferencePaid } from './plan-change/applyPlanChange.ts';
import { endAccess, endRefundedMemberships, findMemberships, findPaidPeriodEnd } from './refundedMembership.ts';
import { writeBoughtPeriods } from './periodsRepo.ts';
import {
  givenUp,
  renewAgain,
  applyDeclinedRenewal,
  applyPaidRenewal,
  renewsWithNewCard,
  takeUpRenewal,
} from './renewals/renewalOutcomes.ts';
import { findRenewals, giveUpRenewal, requireNoOpenIntent, type Renewal } from './renewals/renewalsRepo.ts';

/** What becomes of a membership when money moves on the invoice that sold or renewed it, or changed its plan. */
export const membershipInvoices: InvoiceSubject = {
  async settled(tx, invoice, occasion) {
    if (invoice.kind === 'purchase') await grantMembership(tx, invoice, occasion);
    if (invoice.kind === 'plan_change' && !(await planDifferencePaid(tx, invoice, occasion)))
      await notePaidForNothing(tx, invoice, [], occasion.actor);
    if (invoice.kind !== 'renewal') return;
    await takeUpRenewal(tx, invoice, occasion.now);
    await notePaidForNothing(tx, invoice, await applyPaidRenewal(tx, invoice, occasion), occasion.actor);
  },

  async cardSaved(tx, invoice, occasion) {
    if (invoice.kind === 'renewal') await renewAgain(tx, invoice, occasion);
  },

  async cardRefused(tx, invoice, now) {
    if (invoice.kind === 'renewal') await giveUpRenewal(tx, invoice.id, now);
  },

  /** A sale and a change of plan become void, a renewal is overdue, and the fee of a freeze stays open. */
  async paymentFailed(tx, invoice, { isDeclined, keepsInvoice }, occasion) {
    if (invoice.kind === 'plan_change') return 'void';
    if (keepsInvoice || invoice.kind === 'freeze_fee') return 'owed';
    // On the payer's account it is granted already, so it stays owed.
    if (invoice.kind === 'purchase' && (await findMemberships(tx, invoice, [])).length > 0) return 'owed';
    if (invoice.kind !== 'renewal') return 'void';
    // Given up before a bank was asked, it is charged again.
    if (isDeclined) await applyDeclinedRenewal(tx, invoice, occasion);
    return 'owed';
  },

  async abandonedNote(tx, invoice) {
    return invoice.kind === 'renewal' ? givenUp(await findRenewals(tx, invoice.id)) : {};
  },

  /** What was sold on the payer's account ends. The period of a renewal is billed again only when renewal is turned on again. */
  async abandoned(tx, invoice, occasion) {
    if (invoice.kind === 'purchase' && (await findMemberships(tx, invoice, [])).length > 0)
      await endAccess(tx, invoice, occasion);
    if (invoice.kind !== 'renewal') return;
    for (const renewal of await findRenewals(tx, invoice.id)) await abandonRenewal(tx, invoice, renewal, occasion);
  },

  async requireEndable(tx, invoice, lines, now) {
    const memberships = await findMemberships(tx, invoice, lines);
    if (memberships.length === 0)
      throw conflict('This invoice did not pay for a membership. Refund it without a choice about one.');
    for (const { id: contactMembershipId } of memberships) {
      await lockMembership(tx, contactMembershipId, now);
      const unpaid = await selectUnpaidRenewals(tx, contactMembershipId).execute();
      await requireNoOpenIntent(
        tx,
        unpaid.map(({ id }) => id),
      );
      await requireNoPlanChangeUnderWay(tx, contactMembershipId);
    }
  },

  refunded: endRefundedMemberships,

  refundedWhole: endAccess,

  nextTryOn: (tx, invoice, now) => findNextTry(tx, invoice.id, now),

  async detail(tx, invoice, now) {
    const paid: InvoicedMembership[] = [];
    for (const { line, ...membership } of await findMemberships(tx, invoice, []))
      paid.push({
        id: membership.id,
        name: membership.membership_name,
        member: { id: membership.contact_id, name: membership.contact_name },
        line,
        periodEnd: await findPaidPeriodEnd(tx, membership, now),
        renewsByCard: renewsWithNewCard(membership),
      });
    return paid;
  },
};

async function abandonRenewal(tx: Tx, invoice: InvoiceRow, renewal: Renewal, { now, actor }: Occasion): Promise<void> {
  const membership = await lockMembership(tx, renewal.contact_membership_id, now);
  await tx
    .deleteFrom('renewals')
    .where('contact_membership_id', '=', renewal.contact_membership_id)
    .where('invoice_id', '=', invoice.id)
    .execute();
  if (!membership) return;
  const graceDays = graceLeft(membership, todayIn(membership.timezone, now));
  const ended = withoutRenewal(membership, graceDays);
  await setMembership(tx, membership.id, { ...ended, grace_days: graceDays });
  if (!membership.auto_renew) return;
  const cancelsOn = membership.cancels_on;
  await logActivity(
    tx,
    actor,
    boughtPlanActivity(
      'contact-membership.renewal-changed',
      invoice,
      membership,
      changesBetween({ autoRenew: true, cancelsOn }, { autoRenew: false, cancelsOn: ended.cancels_on ?? cancelsOn }),
    ),
  );
}

/**
 * Money for an invoice that was given up, after something newer took its place, or for a plan that was taken back. Of a household's
 * renewal, the part of those who do not renew. The reconciliation finds it by its mark.
 */
async function notePaidForNothing(
  tx: Tx,
  invoice: InvoiceRow,
  linesForPeriods: readonly number[],
  actor: Actor,
): Promise<void> {
  const lines = await tx
    .selectFrom('invoice_lines')
    .select(['position', 'member_name'])
    .where('invoice_id', '=', invoice.id)
    .where('total_cents', '>', 0)
    .execute();
  const others = lines.filter(({ position }) => !linesForPeriods.includes(position));
  if (others.length === 0) return;
  const isWhole = others.length === lines.length;
  await tx
    .updateTable('invoices')
    .set({
      metadata: sql`metadata || ${JSON.stringify({ isPaidForNothing: true, ...(!isWhole && { linesForNothing: others.map(({ position }) => position) }) })}::jsonb`,
    })
    .where('id', '=', invoice.id)
    .execute();
  const payer = `${invoice.customer_first_name} ${invoice.customer_last_name}`;
  const members = isWhole ? undefined : others.map(({ member_name }) => member_name ?? payer).join(', ');
  await logActivity(tx, actor, invoiceActivity('invoice.paid-for-nothing', invoice, changesBetween(null, { members })));
}

async function grantMembership(tx: Tx, invoice: InvoiceRow, { now, actor }: Occasion): Promise<void> {
  const granted = await tx
    .updateTable('contact_memberships')
    .set({ granted_at: now })
    .where('invoice_id', '=', invoice.id)
    .where('granted_at', 'is', null)
    .returning(['id', 'membership_name'])
    .execute();
  await writeBoughtPeriods(
    tx,
    granted.map(({ id }) => id),
  );
  await logActivity(
    tx,
    actor,
    ...granted.map((bought) => boughtPlanActivity('contact-membership.granted', invoice, bought)),
  );
}
