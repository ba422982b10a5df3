import { sql } from 'kysely';
import type { Stripe } from 'stripe';
import { v7 as uuid } from 'uuid';
import { addDays, todayIn } from '#domain/rules/dates.ts';
import { columns } from '#server/db/columns.ts';
import type { Tx } from '#server/db/database.ts';
import { badRequest } from '#server/http/problem.ts';
import { applyIntent, lockedInvoice } from './applyIntent.ts';
import { renewalOf } from './renewalRows.ts';

/**
 * Applies what a charge says has been paid back, all told: in full the invoice is refunded and the plan's access ends,
 * in part the difference to what was known becomes a payment row. False when the charge is not ours.
 */
export async function applyRefund(tx: Tx, companyId: string, charge: Stripe.Charge, now: Date): Promise<boolean> {
  const intentId = typeof charge.payment_intent === 'string' ? charge.payment_intent : charge.payment_intent?.id;
  if (!intentId) return false;
  const paid = { id: intentId, status: 'succeeded', amount: charge.amount, currency: charge.currency } as const;
  // Who pays back has been paid: this may be the first that is heard of it.
  const isOurs = await applyIntent(tx, companyId, { ...paid, paymentMethodId: charge.payment_method, failure: null }, now);
  if (!isOurs) return false;
  if (charge.amount_refunded > charge.amount) throw badRequest('More was refunded than was paid');
  const payment = await tx
    .selectFrom('payments')
    .select(columns.payments)
    .where('stripe_payment_intent_id', '=', intentId)
    .where('stripe_refund_id', 'is', null)
    .executeTakeFirstOrThrow();
  const invoice = await lockedInvoice(tx, payment.invoice_id);
  if (charge.refunded) {
    if (payment.status === 'refunded') return true;
    await tx.updateTable('payments').set({ status: 'refunded', updated_at: now }).where('id', '=', payment.id).execute();
    await tx.updateTable('invoices').set({ status: 'refunded', updated_at: now }).where('id', '=', invoice.id).execute();
    return endAccess(tx, invoice.id, now);
  }
  const known = await refundedSoFar(tx, intentId);
  if (charge.amount_refunded <= known) return true;
  await tx
    .insertInto('payments')
    .values({
      id: uuid(),
      company_id: companyId,
      invoice_id: invoice.id,
      amount_cents: charge.amount_refunded - known,
      method: 'card',
      status: 'refunded',
      stripe_payment_intent_id: intentId,
      stripe_refund_id: `${charge.id}:${charge.amount_refunded}`,
      tendered_cents: null,
      failure_message: null,
      created_at: now,
      updated_at: now,
    })
    .execute();
  return true;
}

async function refundedSoFar(tx: Tx, intentId: string): Promise<number> {
  const { sum } = await tx
    .selectFrom('payments')
    .select(sql<number>`coalesce(sum(amount_cents), 0)`.as('sum'))
    .where('stripe_payment_intent_id', '=', intentId)
    .where('stripe_refund_id', 'is not', null)
    .executeTakeFirstOrThrow();
  return sum;
}

/** The plan's last day was yesterday, by its location's clock; one that has not begun is as if it had never been. */
async function endAccess(tx: Tx, invoiceId: string, now: Date): Promise<true> {
  const renewal = await renewalOf(tx, invoiceId);
  const bought = await tx
    .selectFrom('contact_memberships as m')
    .innerJoin('invoices as i', (join) => join.on('i.id', '=', invoiceId))
    .innerJoin('locations as l', 'l.id', 'i.location_id')
    .select(['m.id', 'm.start_date', 'm.end_date', 'l.timezone'])
    .where((row) => (renewal ? row('m.id', '=', renewal.contact_membership_id) : row('m.invoice_id', '=', invoiceId)))
    .forNoKeyUpdate('m')
    .executeTakeFirst();
  if (!bought) return true;
  const yesterday = addDays(todayIn(bought.timezone, now), -1);
  const end = bought.end_date !== null && bought.end_date < yesterday ? bought.end_date : yesterday;
  const ended = end < bought.start_date ? { granted_at: null } : { end_date: end };
  await tx.updateTable('contact_memberships').set({ ...ended, auto_renew: false }).where('id', '=', bought.id).execute();
  return true;
}
