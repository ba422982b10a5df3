import { sql } from 'kysely';
import { paymentKinds, refundKinds } from '#domain/ledger/accounts.ts';
import { verifyStored } from '#server/modules/contact-memberships/index.ts';
import { keptForNothing, refundedCents } from '#server/modules/invoices/index.ts';
import { verifyLedger } from '#server/modules/ledger/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { LocatedMoney, OurBooks, OurCardMoney } from './compare.ts';
import type { Period } from './stripe.ts';

/** The money of the period, and the differences within the whole ledger and in what is stored for reports. */
export const readBooks = async (tx: Tx, companyId: string, period: Period): Promise<OurBooks> => ({
  card: await readCardMoney(tx, companyId, period),
  missingCash: await findMissingCash(tx, companyId, period),
  paidForNothing: await findPaidForNothing(tx, companyId, period),
  ledger: await verifyLedger(tx, companyId),
  stored: await verifyStored(tx, companyId),
});

/** Entries `e` of postings `l`. A business day is that of the location's calendar; it is here for the index. */
const bookedIn = ({ since, before }: Period) => sql`
  e.business_day between ${since}::timestamptz::date - 1 and ${before}::timestamptz::date + 1 and l.at >= ${since} and l.at < ${before}`;

const sums = sql`
  coalesce(sum(e.cents) filter (where e.kind = any (${paymentKinds}::text[])), 0)::float8 as paid,
  coalesce(-sum(e.cents) filter (where e.kind = any (${refundKinds}::text[])), 0)::float8 as refunded`;

/** Payments and refunds of one intent are one row. */
async function readCardMoney(tx: Tx, companyId: string, period: Period): Promise<OurCardMoney[]> {
  const { rows } = await sql<OurCardMoney>`
    select coalesce(p.stripe_payment_intent_id, coalesce(p.refund_of, p.id)::text) as key, p.invoice_id as "invoiceId",
           (array_agg(coalesce(p.refund_of, p.id) order by p.kind))[1] as "paymentId", ${sums}
      from ledger_entries e
      join ledger_postings l on (l.company_id, l.id) = (e.company_id, e.posting_id)
      join payments p on p.id = l.payment_id
     where e.company_id = ${companyId} and e.account = 'card' and e.kind = any (${[...paymentKinds, ...refundKinds]}::text[]) and ${bookedIn(period)}
     group by 1, 2`.execute(tx);
  return rows;
}

/** From any time. Intents that are not Spotter's have none. */
export async function readIntentPayments(
  tx: Tx,
  companyId: string,
  intents: readonly string[],
): Promise<OurCardMoney[]> {
  const { rows } = await sql<OurCardMoney>`
    select t.id as key, t.invoice_id as "invoiceId", p.id as "paymentId", money.paid, money.refunded,
           coalesce((select sum(${refundedCents('surplus_cents')}) from payments p
                      where p.invoice_id = t.invoice_id and p.stripe_payment_intent_id = t.id), 0) as surplus
      from payment_intents t
      left join payments p on p.stripe_payment_intent_id = t.id and p.kind = 'payment'
     cross join lateral (
       select ${sums}
         from payments m
         join ledger_postings l on l.invoice_id = m.invoice_id and l.payment_id = m.id
         join ledger_entries e on (e.company_id, e.posting_id) = (l.company_id, l.id) and e.account = 'card'
        where m.invoice_id = t.invoice_id and m.stripe_payment_intent_id = t.id) as money
     where t.company_id = ${companyId} and t.id = any (${intents}::text[])`.execute(tx);
  return rows;
}

/** A payment made at the moment when a drawer was opened may not be in it. */
const openedFor = sql`interval '5 seconds'`;

/** Cash that is in no drawer although its location had an open one. */
async function findMissingCash(tx: Tx, companyId: string, period: Period): Promise<LocatedMoney[]> {
  const { rows } = await sql<LocatedMoney>`
    select l.payment_id as "paymentId", l.invoice_id as "invoiceId", e.cents
      from ledger_entries e
      join ledger_postings l on (l.company_id, l.id) = (e.company_id, e.posting_id)
     where e.company_id = ${companyId} and e.account = 'cash' and ${bookedIn(period)} and l.drawer_id is null
       and exists (select from drawers d where d.location_id = l.location_id and d.opened_at + ${openedFor} <= l.at
                      and (d.closed_at is null or d.closed_at > l.at))
     order by l.at, l.id`.execute(tx);
  return rows;
}

/**
 * Payments of a renewal or a change of plan that had been given up, after something newer took its place. What was given back since
 * is settled.
 */
async function findPaidForNothing(tx: Tx, companyId: string, period: Period): Promise<LocatedMoney[]> {
  const { rows } = await sql<LocatedMoney>`
    select l.payment_id as "paymentId", l.invoice_id as "invoiceId", least(e.cents, kept.cents) as cents
      from ledger_entries e
      join ledger_postings l on (l.company_id, l.id) = (e.company_id, e.posting_id)
      join invoices i on i.id = l.invoice_id and i.metadata ->> 'isPaidForNothing' = 'true' and i.status = 'paid'
     cross join lateral (select ${keptForNothing} as cents) as kept
     where kept.cents > 0 and e.company_id = ${companyId} and e.account = 'card' and e.kind = any (${paymentKinds}::text[]) and ${bookedIn(period)}
     order by l.at, l.id`.execute(tx);
  return rows;
}
