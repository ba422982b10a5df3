import { drawerMethod } from '#domain/invoices/paymentMethods.ts';
import { sql } from 'kysely';
import { refundedCents } from '#server/modules/invoices/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { CashMoney, InvoiceSums, OurBooks, OurCardMoney } from './compare.ts';
import type { Period } from './stripe.ts';

export const readBooks = async (tx: Tx, companyId: string, period: Period): Promise<OurBooks> => ({
  card: await cardMoney(tx, companyId, period),
  invoices: await invoiceSums(tx, companyId, period),
  cash: await cashMoney(tx, companyId, period),
  drawers: await closedDrawers(tx, companyId, period),
});

/** Payments by when they were settled, refunds by when they were booked; those of one intent are one row. */
async function cardMoney(tx: Tx, companyId: string, { since, before }: Period): Promise<OurCardMoney[]> {
  const { rows } = await sql<OurCardMoney>`
    select moved.key, moved.invoice_id as "invoiceId", (array_agg(moved.payment_id order by moved.paid desc))[1] as "paymentId",
           sum(moved.paid) as paid, sum(moved.refunded) as refunded, sum(moved.surplus) as surplus
      from (
        select p.stripe_payment_intent_id as key, p.invoice_id, p.id as payment_id, p.amount_cents as paid, 0 as refunded, 0 as surplus
          from payment_intents t
          join payments p on p.stripe_payment_intent_id = t.id and p.kind = 'payment'
         where t.company_id = ${companyId} and t.status = 'succeeded' and t.settled_at >= ${since} and t.settled_at < ${before}
           and p.status = 'completed'
        union all
        select coalesce(p.stripe_payment_intent_id, coalesce(p.refund_of, p.id)::text), p.invoice_id, coalesce(p.refund_of, p.id),
               case when p.status = 'completed' then p.amount_cents else 0 end, case when p.kind <> 'payment' then ${refundedCents('amount_cents')} else 0 end, ${refundedCents('surplus_cents')}
          from payments p
         where p.company_id = ${companyId} and p.created_at >= ${since} and p.created_at < ${before} and p.method = 'card'
           and (p.kind <> 'payment' or (p.status = 'completed' and p.stripe_payment_intent_id is null))
      ) as moved
     group by moved.key, moved.invoice_id`.execute(tx);
  return rows;
}

/** At any time. Intents that are not Spotter's have none. */
export async function paymentsOfIntents(
  tx: Tx,
  companyId: string,
  intents: readonly string[],
): Promise<OurCardMoney[]> {
  const { rows } = await sql<OurCardMoney>`
    select t.id as key, t.invoice_id as "invoiceId", p.id as "paymentId",
           case when p.status = 'completed' then p.amount_cents else 0 end as paid,
           coalesce((select sum(${refundedCents('amount_cents')}) from payments p
                      where p.invoice_id = t.invoice_id and p.stripe_payment_intent_id = t.id and p.kind <> 'payment'), 0) as refunded,
           coalesce((select sum(${refundedCents('surplus_cents')}) from payments p
                      where p.invoice_id = t.invoice_id and p.stripe_payment_intent_id = t.id), 0) as surplus
      from payment_intents t
      left join payments p on p.stripe_payment_intent_id = t.id and p.kind = 'payment'
     where t.company_id = ${companyId} and t.id = any (${intents}::text[])`.execute(tx);
  return rows;
}

/** Of the period, and those paid or refunded in it. */
async function invoiceSums(tx: Tx, companyId: string, { since, before }: Period): Promise<InvoiceSums[]> {
  const { rows } = await sql<InvoiceSums>`
    with chosen as (
      select i.id from invoices i join locations l on l.id = i.location_id
       where l.company_id = ${companyId} and i.created_at >= ${since} and i.created_at < ${before}
      union
      select p.invoice_id from payments p where p.company_id = ${companyId} and p.created_at >= ${since} and p.created_at < ${before}
    )
    select i.id as "invoiceId", i.subtotal_cents as subtotal, i.tax_cents as tax, i.tax_rate::text as "taxRate", i.total_cents as total,
           i.paid_cents as paid, i.due_cents as due, i.written_off_cents as "writtenOff", i.refunded_cents as refunded,
           i.status = 'void' and i.paid_cents = 0 as "isVoid",
           coalesce((select sum(n.total_cents) from invoice_lines n where n.invoice_id = i.id), 0) as lines,
           coalesce(money.received, 0) as received, coalesce(money.given_back, 0) as "givenBack"
      from chosen c
      join invoices i on i.id = c.id
      left join lateral (
        select sum(p.amount_cents) filter (where p.status = 'completed') as received,
               sum(${refundedCents('amount_cents')}) filter (where p.kind <> 'payment') as given_back
          from payments p where p.invoice_id = i.id) as money on true
     order by i.created_at, i.id`.execute(tx);
  return rows;
}

/** A payment made at the moment when a drawer was opened may not be in it. */
const openedFor = sql`interval '5 seconds'`;

async function cashMoney(tx: Tx, companyId: string, { since, before }: Period): Promise<CashMoney[]> {
  const { rows } = await sql<CashMoney>`
    select p.id as "paymentId", p.invoice_id as "invoiceId", case when p.kind = 'refund' then -p.amount_cents else p.amount_cents end as cents,
           case when m.type = 'refund' then -m.amount_cents else m.amount_cents end as "inDrawer",
           exists (select from drawers d where d.location_id = i.location_id and d.opened_at + ${openedFor} <= p.created_at
                      and (d.closed_at is null or d.closed_at > p.created_at)) as "wasOpen"
      from payments p
      join invoices i on i.id = p.invoice_id
      left join drawer_movements m on m.payment_id = p.id
     where p.company_id = ${companyId} and p.created_at >= ${since} and p.created_at < ${before}
       and p.method = ${drawerMethod} and p.status in ('completed', 'refunded') and p.amount_cents > 0
     order by p.created_at, p.id`.execute(tx);
  return rows;
}

async function closedDrawers(tx: Tx, companyId: string, { since, before }: Period): Promise<OurBooks['drawers']> {
  const { rows } = await sql<OurBooks['drawers'][number]>`
    select d.number, d.cash_sales_cents - d.cash_refunds_cents + d.cash_in_cents - d.cash_out_cents as reported,
           coalesce((select sum(case when m.type in ('sale', 'in') then m.amount_cents else -m.amount_cents end)
                       from drawer_movements m where m.drawer_id = d.id), 0) as moved
      from drawers d
     where d.company_id = ${companyId} and d.closed_at >= ${since} and d.closed_at < ${before}
     order by d.closed_at, d.id`.execute(tx);
  return rows;
}
