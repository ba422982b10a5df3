import { paymentMethods, type PaymentMethod } from '#domain/invoices/paymentMethods.ts';
import { paymentKinds, refundKinds } from '#domain/ledger/accounts.ts';
import { sql, type RawBuilder } from 'kysely';
import { addDays } from '#domain/shared/dates.ts';
import type { ReportPeriod } from '#domain/reports/reportPeriods.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { isOneOf, selectWindows, type ReportLocation } from './windows.ts';

interface PaymentsOfDay {
  readonly day: string;
  readonly method: PaymentMethod;
  readonly name: string | null;
  readonly moneyIn: number;
  readonly refunded: number;
}

/** For the entries that `isPaidMoney` selects. */
export const moneyFigures = sql`
  coalesce(sum(e.cents) filter (where e.kind = any (${paymentKinds}::text[])), 0)::float8 as "moneyIn",
  coalesce(sum(-e.cents) filter (where e.kind = any (${refundKinds}::text[])), 0)::float8 as refunded`;

/** Paid or given back: neither disputed, nor put into a drawer or taken out of it. */
export const isPaidMoney = sql`(e.line is null and e.account = any (${paymentMethods}::text[]) and e.kind = any (${[...paymentKinds, ...refundKinds]}::text[]))`;

export const reportMoneyRepo = (tx: Tx, locations: readonly ReportLocation[]) => ({
  async payments({ from, to }: ReportPeriod): Promise<PaymentsOfDay[]> {
    const { rows } = await sql<PaymentsOfDay>`
      select e.business_day::text as day, e.account as method, e.method as name, ${moneyFigures}
        from (
          select e.business_day, e.account, e.method, e.kind, sum(e.cents) as cents
            from ledger_sums e
           where ${isPaidMoney} and ${isOneOf(locations, sql`e.location_id`)} and e.business_day between ${from} and ${to}
           group by e.business_day, e.account, e.method, e.kind) as e
       group by e.business_day, e.account, e.method`.execute(tx);
    return rows;
  },

  async cashRounding({ from, to }: ReportPeriod): Promise<{ day: string; cashRounding: number }[]> {
    const { rows } = await sql<{ day: string; cashRounding: number }>`
      select e.business_day::text as day, -sum(e.cents)::float8 as "cashRounding"
        from ledger_sums e
       where e.line is null and e.account = 'cash_rounding' and ${isOneOf(locations, sql`e.location_id`)} and e.business_day between ${from} and ${to}
       group by e.business_day`.execute(tx);
    return rows;
  },

  /** The last first, in cents. */
  async drawers(
    period: ReportPeriod,
    limit: number,
  ): Promise<{ id: string; number: number; location: string; closedOn: string; expected: number; counted: number }[]> {
    const { rows } = await sql<{
      id: string;
      number: number;
      location: string;
      closedOn: string;
      expected: number;
      counted: number;
    }>`
      with w as materialized (${selectWindows(locations, period)})
      select d.id, d.number, l.name as location, (d.closed_at at time zone w.timezone)::date::text as "closedOn", d.counted_cents as counted,
             d.float_cents + d.cash_sales_cents - d.cash_refunds_cents + d.cash_in_cents - d.cash_out_cents as expected
        from w
        join drawers d on d.location_id = w.location_id and d.closed_at >= w.since and d.closed_at < w.before
        join locations l on l.id = d.location_id
       order by d.closed_at desc, d.id limit ${limit}`.execute(tx);
    return rows;
  },

  /** The newest for each day or days, the last days first. */
  async reconciliations(
    period: ReportPeriod,
    limit: number,
  ): Promise<
    { id: string; from: string; to: string; matched: number; differences: number; fees: number; payouts: number }[]
  > {
    const { rows } = await sql<{
      id: string;
      from: string;
      to: string;
      matched: number;
      differences: number;
      fees: number;
      payouts: number;
    }>`
      select distinct on (r.to_day, r.from_day, r.company_id) r.id, r.from_day::text as from, r.to_day::text as to, r.matched, r.difference_count as differences,
             r.fees_cents::float8 as fees, r.payouts_cents::float8 as payouts
        from reconciliations r
       where r.company_id in (select l.company_id from locations l where l.id = any (${locations.map(({ id }) => id)}::uuid[]))
         and r.status = 'completed' and r.is_test_mode is not null and r.from_day >= ${period.from}::date and r.to_day <= ${period.to}::date
       order by r.to_day desc, r.from_day desc, r.company_id, r.created_at desc, r.id desc limit ${limit}`.execute(tx);
    return rows;
  },

  /** Invoice by invoice: the amount due now less what was posted to it since. Each posting touches its invoice. */
  owed({ to }: ReportPeriod): RawBuilder<unknown> {
    const [lastDay, dayAfterNext] = [to, addDays(to, 2)].map((day) => sql`${`${day}T00:00:00Z`}::timestamptz`);
    const isHere = (row: string) => isOneOf(locations, sql.ref(`${row}.location_id`));
    const columns = sql`i.id, i.location_id, i.status, i.total_cents, i.due_cents, i.customer_first_name || ' ' || i.customer_last_name as customer,
      i.created_at, i.updated_at >= ${lastDay} as is_touched`;
    const isWritten = sql`(${isHere('i')} and i.status <> 'draft' and i.created_at < ${dayAfterNext})`;
    return sql`
      with candidates as (
        select ${columns} from invoices i where ${isWritten} and i.due_cents > 0
        union all
        select ${columns} from invoices i
         where ${isWritten} and i.due_cents = 0 and i.updated_at >= ${lastDay}
           and exists (select from ledger_entries e where e.line is null and e.account = 'receivable' and ${isHere('e')} and e.business_day > ${to})),
      owed as (
        select c.id, c.customer, c.written_on, ${to}::date - c.written_on as days, c.due,
               case when c.due < c.total_cents then 'partiallyPaid' when c.status = 'overdue' then 'overdue' else 'open' end as state
          from (
            select c.id, c.customer, c.status, c.total_cents, (c.created_at at time zone l.timezone)::date as written_on,
                   (c.due_cents - case when c.is_touched then coalesce((
                     select sum(e.cents)
                       from ledger_postings p join ledger_entries e on (e.company_id, e.posting_id) = (p.company_id, p.id)
                      where p.invoice_id = c.id and p.business_day > ${to} and e.account = 'receivable'), 0) else 0 end)::float8 as due
              from candidates c join locations l on l.id = c.location_id
            offset 0) as c
         where c.due > 0)`;
  },

  async toCollect(
    period: ReportPeriod,
  ): Promise<{ days: number; state: 'open' | 'partiallyPaid' | 'overdue'; invoices: number; due: number }[]> {
    const { rows } = await sql<{
      days: number;
      state: 'open' | 'partiallyPaid' | 'overdue';
      invoices: number;
      due: number;
    }>`
      ${this.owed(period)}
      select days, state, count(*)::int as invoices, sum(due) as due from owed group by days, state`.execute(tx);
    return rows;
  },

  async oldestOwed(
    period: ReportPeriod,
    limit: number,
  ): Promise<{ id: string; customer: string; writtenOn: string; due: number }[]> {
    const { rows } = await sql<{ id: string; customer: string; writtenOn: string; due: number }>`
      ${this.owed(period)}
      select id, customer, written_on::text as "writtenOn", due from owed order by written_on, id limit ${limit}`.execute(
      tx,
    );
    return rows;
  },

  /** What is paid after all takes it back, on its own day. */
  async writtenOff({ from, to }: ReportPeriod): Promise<{ day: string; cents: number }[]> {
    const { rows } = await sql<{ day: string; cents: number }>`
      select e.business_day::text as day, sum(e.cents)::float8 as cents
        from ledger_sums e
       where e.line is null and e.account = 'write_offs' and ${isOneOf(locations, sql`e.location_id`)} and e.business_day between ${from} and ${to}
       group by e.business_day`.execute(tx);
    return rows;
  },
});
