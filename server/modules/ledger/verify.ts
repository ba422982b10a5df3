import { sql } from 'kysely';
import { refundKinds } from '#domain/ledger/accounts.ts';
import type { Tx } from '#server/platform/database/database.ts';

/** Where the ledger and a row that repeats it disagree, in cents. */
export interface LedgerDifference {
  readonly record: 'book' | 'posting' | 'invoice' | 'payment' | 'drawer';
  readonly id: string;
  /** What is compared: 'due', 'paid', 'cash sales'. */
  readonly figure: string;
  readonly stored: number;
  readonly booked: number;
}

/** Compares every invoice, payment and drawer of a company with its postings, and the whole book with zero. */
export async function verifyLedger(tx: Tx, companyId: string): Promise<LedgerDifference[]> {
  // It joins whole tables, which have no statistics yet after a restore.
  await sql`set local enable_nestloop = off`.execute(tx);
  const { rows } = await sql<LedgerDifference>`
    with entries as materialized (
      select e.account, e.cents, p.id as posting_id, p.kind, p.invoice_id, p.payment_id, p.drawer_id,
             e.account in ('cash', 'card', 'other') as is_money, p.kind = any (${refundKinds}::text[]) as is_refund
        from ledger_postings p left join ledger_entries e on (e.company_id, e.posting_id) = (p.company_id, p.id)
       where p.company_id = ${companyId}),
    figures as (
      select 'book' as record, ${companyId}::uuid as id, 'balance' as figure, 0 as stored, coalesce(sum(cents), 0) as booked from entries
      union all
      select 'posting', posting_id, 'balance', 0, coalesce(sum(cents), 0) from entries group by posting_id
      union all
      select 'posting', posting_id, 'entries', 2, least(2, count(account)) from entries group by posting_id
      union all
      select 'invoice', i.id, f.figure, f.cents, 0
        from invoices i
       cross join lateral (values ('due', case when i.status = 'draft' then 0 else i.due_cents end), ('paid', i.paid_cents),
                                  ('refunded', i.refunded_cents - case i.status when 'refunded' then i.cash_rounding_cents else 0 end), ('written off', i.written_off_cents)) as f (figure, cents)
       where i.company_id = ${companyId}
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
       where case when e.is_refund then e.account in ('refunds', 'tax', 'opening_balance') else e.is_money and e.kind in ('payment', 'write_off_paid') end
      union all
      select 'payment', p.id, 'amount', case when p.kind = 'refund' then -p.amount_cents - p.rounding_cents else p.amount_cents end, 0
        from payments p where p.company_id = ${companyId} and p.status in ('completed', 'refunded')
      union all
      select 'payment', e.payment_id, 'amount', 0, e.cents from entries e where e.is_money and e.payment_id is not null
      union all
      select 'drawer', d.id, f.figure, f.cents, 0
        from drawers d
       cross join lateral (values
         ('cash sales', d.cash_sales_cents), ('cash refunds', d.cash_refunds_cents), ('cash in and out', d.cash_in_cents - d.cash_out_cents),
         ('counts', d.float_cents - coalesce(d.last_counted_cents, 0) + coalesce(d.counted_cents - (d.float_cents + d.cash_sales_cents
                    - d.cash_refunds_cents + d.cash_in_cents - d.cash_out_cents), 0))) as f (figure, cents)
       where d.company_id = ${companyId} and (d.closed_at is not null or f.figure = 'counts')
      union all
      select 'drawer', e.drawer_id, f.figure, 0, case when e.is_refund then -e.cents else e.cents end
        from entries e
        join drawers d on d.id = e.drawer_id
       cross join lateral (select case when e.kind = 'drawer_count' then 'counts' when e.kind = 'cash_movement' then 'cash in and out'
                                       when e.is_refund then 'cash refunds' else 'cash sales' end as figure) as f
       where e.account = 'cash' and (d.closed_at is not null or f.figure = 'counts'))
    select record, id, figure, sum(stored)::float8 as stored, sum(booked)::float8 as booked
      from figures group by 1, 2, 3 having sum(stored) <> sum(booked) order by 1, 2, 3`.execute(tx);
  return rows;
}
