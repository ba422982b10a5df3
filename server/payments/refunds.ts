import { subDays } from 'date-fns';
import { sql } from 'kysely';
import type { Stripe } from 'stripe';
import { v7 as uuid } from 'uuid';
import { addDays, todayIn } from '#domain/rules/dates.ts';
import { changesBetween } from '#domain/rules/activityChanges.ts';
import { periodEnd } from '#domain/rules/billingPeriods.ts';
import { fromCents } from '#domain/rules/money.ts';
import { stripeActor, type Actor } from '#server/activity/actors.ts';
import { logActivity } from '#server/activity/logActivity.ts';
import { boughtPlanActivity, invoiceActivity, invoiceChanges } from '#server/invoicing/activities.ts';
import type { Tx } from '#server/db/database.ts';
import type { InvoiceRow } from '#server/db/sales-schema.ts';
import { badRequest } from '#server/http/problem.ts';
import { grantedMemberships, termOf } from '#server/invoicing/contactMembership.ts';
import { lockInvoice } from '#server/invoicing/invoices.ts';
import { applyIntent } from './applyIntent.ts';
import { idOf } from './intents.ts';
import { perCompany } from './perCompany.ts';
import { renewalOf } from './renewals.repo.ts';
import type { PaymentDeps } from './stripeAccounts.ts';

/** What a charge says of its refunds, all of them together. */
export interface RefundState {
  readonly chargeId: string;
  readonly intentId: string;
  readonly amount: number;
  readonly captured: number;
  readonly refunded: number;
  readonly currency: string;
  readonly paymentMethodId: string | null;
}

/** Undefined for a charge that belongs to no intent. */
export function refundStateOf(charge: Stripe.Charge): RefundState | undefined {
  const intentId = idOf(charge.payment_intent);
  if (!intentId) return undefined;
  const { id: chargeId, amount, amount_captured: captured, amount_refunded: refunded, currency, payment_method } = charge;
  return { chargeId, intentId, amount, captured, refunded, currency, paymentMethodId: payment_method };
}

/**
 * Applies a charge's refunds. In full, the invoice is refunded and the access that it paid for ends. In part, what is new
 * becomes a payment row. Returns false when the charge is not Spotter's.
 */
export async function applyRefund(tx: Tx, companyId: string, refund: RefundState, now: Date, actor: Actor = stripeActor): Promise<boolean> {
  const { intentId, amount, captured, refunded, currency, paymentMethodId } = refund;
  // A refund implies that the payment succeeded, and this may be the first report of either.
  // A charge does not say whether the payer's card may be kept.
  const paid = { id: intentId, status: 'succeeded', amount, received: captured, currency, paymentMethodId, failure: null, savesCard: false } as const;
  if (!(await applyIntent(tx, companyId, paid, now, actor))) return false;
  if (refunded > amount) throw badRequest('More was refunded than was paid');
  const payment = await tx
    .selectFrom('payments')
    .select(['id', 'invoice_id'])
    .where('stripe_payment_intent_id', '=', intentId)
    .where('stripe_refund_id', 'is', null)
    .executeTakeFirstOrThrow();
  const invoice = await lockInvoice(tx, payment.invoice_id);
  const known = await refundedSoFar(tx, intentId);
  if (invoice.status === 'refunded' || refunded <= known) return true;
  const isWhole = refunded === amount;
  // After partial refunds the rest is a row too, so that the rows add up to what was refunded.
  if (isWhole && known === 0) await tx.updateTable('payments').set({ status: 'refunded', updated_at: now }).where('id', '=', payment.id).execute();
  else await writeRefund(tx, invoice, refund, refunded - known, now);
  const changes = [{ field: 'refunded', before: fromCents(known), after: fromCents(refunded) }];
  await logActivity(tx, actor, invoiceActivity('invoice.refunded', invoice, [...changes, ...(isWhole ? invoiceChanges(invoice, { status: 'refunded' }) : [])]));
  if (!isWhole) return true;
  await tx.updateTable('invoices').set({ status: 'refunded', updated_at: now }).where('id', '=', invoice.id).execute();
  await endAccess(tx, invoice, now, actor);
  return true;
}

const writeRefund = (tx: Tx, { id, company_id }: InvoiceRow, { chargeId, intentId, refunded }: RefundState, cents: number, now: Date) =>
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
 * Ends the access that this invoice paid for: yesterday by its location's clock, but not before the end of the last
 * period that another invoice paid. A plan that has not started is no longer granted.
 */
async function endAccess(tx: Tx, invoice: InvoiceRow, now: Date, actor: Actor): Promise<void> {
  const renewal = await renewalOf(tx, invoice.id);
  const membership = await tx
    .selectFrom('contact_memberships as m')
    .innerJoin('invoices as i', (join) => join.on('i.id', '=', invoice.id))
    .innerJoin('locations as l', 'l.id', 'i.location_id')
    .select(['m.id', 'm.membership_name', 'm.start_date', 'm.end_date', 'm.auto_renew', 'l.timezone'])
    .where((row) => (renewal ? row('m.id', '=', renewal.contact_membership_id) : row('m.invoice_id', '=', invoice.id)))
    .forNoKeyUpdate('m')
    .executeTakeFirst();
  if (!membership) return;
  const yesterday = addDays(todayIn(membership.timezone, now), -1);
  const period = await lastPaidPeriod(tx, membership.id);
  const granted = await grantedMemberships(tx).where('m.id', '=', membership.id).executeTakeFirst();
  const paidThrough = granted && period > 0 ? periodEnd(termOf(granted), period) : null;
  const due = paidThrough !== null && paidThrough > yesterday ? paidThrough : yesterday;
  const end = membership.end_date !== null && membership.end_date < due ? membership.end_date : due;
  const ended = end < membership.start_date ? { granted_at: null } : { end_date: end };
  // When a later period is paid, the plan continues.
  const continues = end === membership.end_date && period > (renewal?.period ?? 1);
  await tx
    .updateTable('contact_memberships')
    .set({ ...ended, ...(!continues && { auto_renew: false }) })
    .where('id', '=', membership.id)
    .execute();
  const changes = changesBetween(
    { endDate: membership.end_date, autoRenew: membership.auto_renew },
    { endDate: end, autoRenew: continues && membership.auto_renew },
  );
  await logActivity(tx, actor, boughtPlanActivity('contact-membership.ended', invoice, membership, changes));
}

/** The number of a membership's last paid period; the purchase itself is period 1, and 0 means none. */
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

/** The longest that a server may have been unreachable for Stripe. */
const daysBack = 30;

/**
 * Reads the recent refunds of each company's account, for those whose webhook was lost or has no public address. A refund
 * that is known changes nothing. One that fails does not stop the others.
 */
export async function reconcileRefunds(deps: PaymentDeps, signal?: AbortSignal): Promise<void> {
  const { database, clock } = deps;
  const { rows } = await sql<{ company_id: string }>`select company_id from companies_with_stripe()`.execute(database.unscoped);
  const refused: unknown[] = [];
  const failed = await perCompany(deps, {
    rows,
    signal,
    work: async ({ company_id }, stripe) => {
      for (const charge of stripe ? await refundedCharges(stripe, clock()) : []) {
        const refund = refundStateOf(charge);
        if (!refund) continue;
        await database.scoped([company_id], (tx) => applyRefund(tx, company_id, refund, clock())).catch((error: unknown) => refused.push(error));
      }
    },
  });
  const failures = [...failed, ...refused];
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} refunds could not be reconciled`);
}

/** A charge names the sum of its refunds, so each is read once however many refunds it has. */
async function refundedCharges(stripe: Stripe, now: Date): Promise<Stripe.Charge[]> {
  const since = Math.floor(subDays(now, daysBack).getTime() / 1_000);
  const charges = new Map<string, Stripe.Charge>();
  for await (const { charge } of stripe.refunds.list({ created: { gte: since }, limit: 100, expand: ['data.charge'] })) {
    if (charge && typeof charge === 'object') charges.set(charge.id, charge);
  }
  return [...charges.values()];
}
