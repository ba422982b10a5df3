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
  const { rows } = await sql<LedgerDifference>`
    with entries as materialized (
      select e.posting_id, e.account, e.cents, p.kind, p.invoice_id, p.payment_id, p.drawer_id
        from ledger_postings p left join ledger_entries e on (e.company_id, e.posting_id) = (p.company_id, p.id)
       where p.company_id = ${companyId}),
    billed as (
      select e.invoice_id as id,
             sum(e.cents) filter (where e.account = 'receivable') as due,
             sum(e.cents) filter (where ${isMoney} and e.kind in ('payment', 'write_off_paid')) as paid,
             -sum(e.cents) filter (where ${isMoney} and e.kind = any (${refundKinds}::text[])) as refunded,
             sum(e.cents) filter (where e.account = 'write_offs') as written_off,
             sum(e.cents) filter (where e.account = 'disputes') as disputed
        from entries e where e.invoice_id is not null group by 1),
    moved as (select e.payment_id as id, sum(e.cents) as cents from entries e where ${isMoney} and e.payment_id is not null group by 1),
    counted as (
      select e.drawer_id as id,
             sum(e.cents) filter (where e.account = 'cash' and e.kind in ('payment', 'write_off_paid')) as sales,
             -sum(e.cents) filter (where e.account = 'cash' and e.kind = any (${refundKinds}::text[])) as refunds,
             sum(e.cents) filter (where e.account = 'cash' and e.kind = 'cash_movement' and e.cents > 0) as cash_in,
             -sum(e.cents) filter (where e.account = 'cash' and e.kind = 'cash_movement' and e.cents < 0) as cash_out,
             -sum(e.cents) filter (where e.account = 'over_short') as over_short,
             -sum(e.cents) filter (where e.account = 'cash_in_out' and e.kind = 'drawer_count') as first_float
        from entries e where e.drawer_id is not null group by 1),
    compared as (
      select 'book' as record, ${companyId} as id, 'balance' as figure, 0 as stored, coalesce(sum(cents), 0) as booked from entries
      union all
      select 'posting', posting_id::text, case when count(*) < 2 then 'entries' else 'balance' end, case when count(*) < 2 then 2 else 0 end,
             case when count(*) < 2 then count(*) else coalesce(sum(cents), 0) end
        from entries group by posting_id
      union all
      select 'invoice', i.id::text, c.figure, c.stored, coalesce(c.booked, 0)
        from invoices i left join billed b on b.id = i.id
       cross join lateral (values
         ('due', case when i.status = 'draft' then 0 else i.due_cents end, b.due), ('paid', i.paid_cents, b.paid), ('refunded', i.refunded_cents, b.refunded),
         ('written off', i.written_off_cents, b.written_off),
         ('disputed', (select coalesce(sum(d.amount_cents), 0) from disputes d
                        where d.company_id = i.company_id and d.invoice_id = i.id and d.status not like 'warning%' and d.status not in ('won', 'prevented')), b.disputed)
       ) as c (figure, stored, booked)
       where i.company_id = ${companyId}
      union all
      select 'payment', coalesce(p.id, m.id)::text, 'amount',
             case p.status when 'completed' then p.amount_cents when 'refunded' then -p.amount_cents else 0 end, coalesce(m.cents, 0)
        from (select * from payments where company_id = ${companyId}) p full join moved m on m.id = p.id
      union all
      select 'drawer', d.id::text, c.figure, c.stored, coalesce(c.booked, 0)
        from drawers d left join counted n on n.id = d.id
       cross join lateral (values
         ('cash sales', d.cash_sales_cents, n.sales), ('cash refunds', d.cash_refunds_cents, n.refunds), ('cash in', d.cash_in_cents, n.cash_in),
         ('cash out', d.cash_out_cents, n.cash_out),
         ('float', d.float_cents, coalesce(d.last_counted_cents, 0) + coalesce(n.over_short, 0) + coalesce(n.first_float, 0)
           - coalesce(d.counted_cents - (d.float_cents + d.cash_sales_cents - d.cash_refunds_cents + d.cash_in_cents - d.cash_out_cents), 0))
       ) as c (figure, stored, booked)
       where d.company_id = ${companyId} and (d.closed_at is not null or c.figure = 'float'))
    select record, id, figure, stored::float8 as stored, booked::float8 as booked from compared where stored is distinct from booked order by 1, 2, 3`.execute(
    tx,
  );
  return rows;
}

const isMoney = sql`e.account in ('cash', 'card', 'other')`;
