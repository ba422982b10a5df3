import { sql } from 'kysely';
import type { Stripe } from 'stripe';
import { v7 as uuid } from 'uuid';
import { addDays, todayIn } from '#domain/rules/dates.ts';
import { periodEnd } from '#domain/rules/membershipTerm.ts';
import type { Tx } from '#server/db/database.ts';
import { badRequest } from '#server/http/problem.ts';
import type { InvoiceRow } from '#server/resources/invoices/invoices.rows.ts';
import { applyIntent, lockedInvoice } from './applyIntent.ts';
import { idOf } from './intents.ts';
import { renewalOf } from './renewalRows.ts';

/** What a charge says has been paid back, all told. */
export interface SeenRefund {
  readonly chargeId: string;
  readonly intentId: string;
  readonly amount: number;
  readonly captured: number;
  readonly refunded: number;
  readonly currency: string;
  readonly paymentMethodId: string | null;
}

/** What a charge says of its refunds; undefined for one that belongs to no intent. */
export function seenRefund(charge: Stripe.Charge): SeenRefund | undefined {
  const intentId = idOf(charge.payment_intent);
  if (!intentId) return undefined;
  const { id: chargeId, amount, amount_captured: captured, amount_refunded: refunded, currency, payment_method } = charge;
  return { chargeId, intentId, amount, captured, refunded, currency, paymentMethodId: payment_method };
}

/**
 * Applies a refund: in full the invoice is refunded and the access it paid for ends, in part the difference to what was
 * known becomes a payment row. False when the charge is not ours.
 */
export async function applyRefund(tx: Tx, companyId: string, refund: SeenRefund, now: Date): Promise<boolean> {
  const { intentId, amount, captured, refunded, currency, paymentMethodId } = refund;
  // Who pays back has been paid: this may be the first that is heard of it.
  const paid = { id: intentId, status: 'succeeded', amount, received: captured, currency, paymentMethodId, failure: null } as const;
  if (!(await applyIntent(tx, companyId, paid, now))) return false;
  if (refunded > amount) throw badRequest('More was refunded than was paid');
  const payment = await tx
    .selectFrom('payments')
    .select(['id', 'invoice_id'])
    .where('stripe_payment_intent_id', '=', intentId)
    .where('stripe_refund_id', 'is', null)
    .executeTakeFirstOrThrow();
  const invoice = await lockedInvoice(tx, payment.invoice_id);
  const known = await refundedSoFar(tx, intentId);
  if (invoice.status === 'refunded' || refunded <= known) return true;
  const isWhole = refunded === amount;
  // After refunds in part the rest is a row like them, so that the rows add up to what was paid back.
  if (isWhole && known === 0) await tx.updateTable('payments').set({ status: 'refunded', updated_at: now }).where('id', '=', payment.id).execute();
  else await writeRefund(tx, invoice, refund, refunded - known, now);
  if (!isWhole) return true;
  await tx.updateTable('invoices').set({ status: 'refunded', updated_at: now }).where('id', '=', invoice.id).execute();
  await endAccess(tx, invoice.id, now);
  return true;
}

const writeRefund = (tx: Tx, { id, company_id }: InvoiceRow, { chargeId, intentId, refunded }: SeenRefund, cents: number, now: Date) =>
  tx
    .insertInto('payments')
    .values({
      id: uuid(),
      company_id,
      invoice_id: id,
      amount_cents: cents,
      method: 'card',
      status: 'refunded',
      stripe_payment_intent_id: intentId,
      stripe_refund_id: `${chargeId}:${refunded}`,
      tendered_cents: null,
      failure_message: null,
      created_at: now,
      updated_at: now,
    })
    .execute();

async function refundedSoFar(tx: Tx, intentId: string): Promise<number> {
  const { sum } = await tx
    .selectFrom('payments')
    .select(sql<number>`coalesce(sum(amount_cents), 0)`.as('sum'))
    .where('stripe_payment_intent_id', '=', intentId)
    .where('stripe_refund_id', 'is not', null)
    .executeTakeFirstOrThrow();
  return sum;
}

/**
 * The access that this invoice paid for ends yesterday, by its location's clock, but not before the last period that
 * another invoice paid. A plan that has not begun is as if it had never been.
 */
async function endAccess(tx: Tx, invoiceId: string, now: Date): Promise<void> {
  const renewal = await renewalOf(tx, invoiceId);
  const bought = await tx
    .selectFrom('contact_memberships as m')
    .innerJoin('invoices as i', (join) => join.on('i.id', '=', invoiceId))
    .innerJoin('locations as l', 'l.id', 'i.location_id')
    .select(['m.id', 'm.start_date', 'm.end_date', 'm.billing_frequency', 'l.timezone'])
    .where((row) => (renewal ? row('m.id', '=', renewal.contact_membership_id) : row('m.invoice_id', '=', invoiceId)))
    .forNoKeyUpdate('m')
    .executeTakeFirst();
  if (!bought) return;
  const yesterday = addDays(todayIn(bought.timezone, now), -1);
  const period = await lastPaidPeriod(tx, bought.id);
  const paidThrough = period > 0 ? periodEnd({ billingFrequency: bought.billing_frequency, startDate: bought.start_date }, period) : null;
  const due = paidThrough !== null && paidThrough > yesterday ? paidThrough : yesterday;
  const end = bought.end_date !== null && bought.end_date < due ? bought.end_date : due;
  const ended = end < bought.start_date ? { granted_at: null } : { end_date: end };
  // Where a later period is paid, the plan goes on as it does.
  const goesOn = end === bought.end_date && period > (renewal?.period ?? 1);
  await tx
    .updateTable('contact_memberships')
    .set({ ...ended, ...(!goesOn && { auto_renew: false }) })
    .where('id', '=', bought.id)
    .execute();
}

/** The last period of a membership whose invoice stands paid, the purchase's own being the first; 0 for none. */
async function lastPaidPeriod(tx: Tx, membershipId: string): Promise<number> {
  const { rows } = await sql<{ period: number }>`
    select coalesce(max(period), 0) as period from (
      select 1 as period from contact_memberships m left join invoices i on i.id = m.invoice_id
       where m.id = ${membershipId} and (m.invoice_id is null or i.status = 'paid')
      union all
      select r.period from renewals r join invoices i on i.id = r.invoice_id
       where r.contact_membership_id = ${membershipId} and r.status = 'paid' and i.status = 'paid') as paid`.execute(tx);
  return rows[0]?.period ?? 0;
}
