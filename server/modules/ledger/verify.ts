import { sql } from 'kysely';
import { paymentMethods } from '#domain/invoices/paymentMethods.ts';
import { paymentKinds, refundKinds } from '#domain/ledger/accounts.ts';
import type { LedgerDifference } from '#domain/ledger/difference.ts';
import type { Tx } from '#server/platform/database/database.ts';

const longestMs = 10 * 60_000;

/** Compares every invoice, payment, drawer and Z report of a company with its postings, and the whole book with zero. */
export async function verifyLedger(tx: Tx, companyId: string): Promise<LedgerDifference[]> {
  // It joins whole tables, which have no statistics yet after a restore.
  await sql`set local enable_nestloop = off`.execute(tx);
  await sql`set local statement_timeout = ${sql.lit(longestMs)}`.execute(tx);
  const { rows } = await sql<LedgerDifference>`
    with entries as materialized (
      select e.account, e.cents, e.tax_rate, e.location_id, e.business_day, p.id as posting_id, p.kind, p.invoice_id, p.payment_id, p.drawer_id, z.drawer_id as report_id, p.at,
             e.account = any (${paymentMethods}::text[]) as is_money, p.kind = any (${refundKinds}::text[]) as is_refund,
             p.kind = any (${paymentKinds}::text[]) as is_payment, case p.kind when 'invoice' then 1 when 'void' then -1 else 0 end as sold
        from ledger_postings p
        left join ledger_entries e on (e.company_id, e.posting_id) = (p.company_id, p.id)
        left join drawer_report_postings z on (z.company_id, z.posting_id) = (p.company_id, p.id)
       where p.company_id = ${companyId}),
    -- The table itself keeps paid, due and written off equal to the total, and that to subtotal and tax.
    sales as (
      select i.id, i.status, i.due_cents, i.paid_cents, i.refunded_cents, i.written_off_cents, i.cash_rounding_cents, i.tax_cents,
             i.status <> 'draft' and (i.status <> 'void' or i.written_off_cents > 0) as is_sold, i.kind = 'manual_balance' as is_opening
        from invoices i where i.company_id = ${companyId}),
    figures as (
      select 'book' as record, ${companyId}::uuid as id, 'balance' as figure, 0 as stored, coalesce(sum(cents), 0) as booked from entries
      union all
      select 'posting', posting_id, 'balance', 0, coalesce(sum(cents), 0) from entries group by posting_id
      union all
      select 'book', e.location_id, 'sum of ' || e.account || ' on ' || e.business_day, 0, e.cents
        from entries e join finished_days s on s.company_id = ${companyId} and s.subject = 'ledger' and s.through >= e.business_day
      union all
      select 'book', location_id, 'sum of ' || account || ' on ' || business_day, cents, 0 from ledger_day_sums where company_id = ${companyId}
      union all
      select 'posting', posting_id, 'entries', 2, least(2, count(account)) from entries group by posting_id
      union all
      select 'invoice', i.id, f.figure, f.cents, 0
        from sales i
       cross join lateral (values ('due', case when i.status = 'draft' then 0 else i.due_cents end), ('paid', i.paid_cents),
                                  ('refunded', i.refunded_cents - case i.status when 'refunded' then i.cash_rounding_cents else 0 end), ('written off', i.written_off_cents),
                                  ('tax', case when i.is_sold and not i.is_opening then i.tax_cents else 0 end),
                                  ('tax at its rate', case when i.is_sold and not i.is_opening then i.tax_cents else 0 end),
                                  ('entries', case when not i.is_sold then 0 when i.is_opening then 2 else 1 end)) as f (figure, cents)
      union all
      select 'invoice', i.id, f.figure, f.amount, 0
        from sales i
        join invoice_lines n on n.invoice_id = i.id
       cross join lateral (values ('sum of its lines', n.total_cents), ('entries', 1)) as f (figure, amount)
       where i.is_sold and not i.is_opening
      union all
      select 'invoice', e.invoice_id, f.figure, 0, f.amount
        from entries e
       cross join lateral (values ('sum of its lines', case when e.account in ('revenue', 'discount') then -e.cents end),
                                  ('tax', case e.account when 'tax' then -e.cents end),
                                  ('entries', case when e.account in ('receivable', 'revenue', 'opening_balance') then e.sold end)) as f (figure, amount)
       where e.sold <> 0 and f.amount is not null
      union all
      select 'invoice', invoice_id, 'tax at its rate', 0, round(-sum(cents) * max(tax_rate))
        from entries where sold <> 0 and account in ('revenue', 'discount') group by posting_id, invoice_id
      union all
      select 'invoice', d.invoice_id, 'disputed', d.amount_cents, 0
        from disputes d where d.company_id = ${companyId} and d.status not like 'warning%' and d.status not in ('won', 'prevented')
      union all
      select 'invoice', e.invoice_id, f.figure, 0, e.cents
        from entries e
        join (values ('receivable', 'due'), ('write_offs', 'written off'), ('disputes', 'disputed')) as f (account, figure)
          on f.account = e.account
       where e.invoice_id is not null
      union all
      select 'invoice', e.invoice_id, case when e.is_refund then 'refunded' else 'paid' end, 0, e.cents
        from entries e
       where case when e.is_refund then e.account in ('refunds', 'tax', 'opening_balance') else e.is_money and e.is_payment end
      union all
      select 'payment', p.id, 'amount', case when p.kind = 'refund' then -p.amount_cents - p.rounding_cents else p.amount_cents end, 0
        from payments p where p.company_id = ${companyId} and p.status in ('completed', 'refunded')
      union all
      select 'payment', e.payment_id, 'amount', 0, e.cents from entries e where e.is_money and (e.is_payment or e.is_refund) and e.payment_id is not null
      union all
      select 'drawer', d.id, f.figure, f.cents, 0
        from drawers d
       cross join lateral (values
         ('cash sales', d.cash_sales_cents), ('cash refunds', d.cash_refunds_cents), ('cash in and out', d.cash_in_cents - d.cash_out_cents),
         ('counts', d.float_cents - coalesce(d.last_counted_cents, 0) + coalesce(d.counted_cents - (d.float_cents + d.cash_sales_cents
                    - d.cash_refunds_cents + d.cash_in_cents - d.cash_out_cents), 0)),
         ('payments of its Z report', (select sum((m ->> 'amount')::bigint) from jsonb_array_elements(d.report -> 'byMethod') as m)),
         ('refunds of its Z report', (d.report -> 'refunds' ->> 'amount')::bigint),
         ('sales of its Z report', (select sum((t ->> 'gross')::bigint) from jsonb_array_elements(d.report -> 'byTaxRate') as t)),
         ('voids of its Z report', (d.report -> 'voids' ->> 'amount')::bigint)) as f (figure, cents)
       where d.company_id = ${companyId} and f.cents is not null
      union all
      select 'drawer', m.drawer_id, 'sum of its movements', case m.type when 'in' then m.amount_cents else -m.amount_cents end, 0
        from drawer_movements m where m.company_id = ${companyId}
      union all
      select 'drawer', e.drawer_id, f.figure, 0, case when e.is_refund then -e.cents else e.cents end
        from entries e
        join drawers d on d.id = e.drawer_id
       cross join lateral (values (case when e.kind = 'drawer_count' then 'counts' when e.kind = 'cash_movement' then 'cash in and out'
                                        when e.is_refund then 'cash refunds' else 'cash sales' end),
                                  (case e.kind when 'cash_movement' then 'sum of its movements' end)) as f (figure)
       where e.account = 'cash' and f.figure is not null and (d.closed_at is not null or f.figure in ('counts', 'sum of its movements'))
      union all
      select 'drawer', e.report_id, case when e.is_refund then 'refunds of its Z report' else 'payments of its Z report' end, 0,
             case when e.is_refund then -e.cents else e.cents end
        from entries e where e.report_id is not null and e.is_money and (e.is_refund or e.is_payment)
      union all
      -- An invoice that was sold and voided before the same close is a void of its report, and no sale.
      select 'drawer', report_id, case kind when 'invoice' then 'sales of its Z report' else 'voids of its Z report' end, 0, -cents * sold
        from (select e.report_id, e.kind, e.account, e.cents, e.sold, rank() over (partition by report_id, invoice_id order by at desc, posting_id desc) as nth
                from entries e where report_id is not null and sold <> 0) as latest
       where nth = 1 and account in ('revenue', 'discount', 'tax')),
    differences as (
      select record, id, figure, sum(stored)::float8 as stored, sum(booked)::float8 as booked
        from figures group by 1, 2, 3 having sum(stored) <> sum(booked))
    select d.record, d.id, d.figure, d.stored, d.booked, coalesce(case d.record when 'invoice' then d.id end, p.invoice_id, l.invoice_id) as "invoiceId",
           coalesce(case d.record when 'drawer' then d.id end, l.drawer_id) as "drawerId"
      from differences d
      left join payments p on d.record = 'payment' and p.id = d.id
      left join ledger_postings l on d.record = 'posting' and l.company_id = ${companyId} and l.id = d.id
     order by d.record, d.id, d.figure`.execute(tx);
  return rows;
}
