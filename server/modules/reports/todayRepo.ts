import type { PaymentMethod } from '#domain/invoices/paymentMethods.ts';
import { sql } from 'kysely';
import type { CalendarDate } from '#domain/shared/dates.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { hasMemberStatus, sameDay } from '#server/modules/contacts/index.ts';
import { isInvoiceOutstanding } from '#server/modules/invoices/index.ts';
import { isPaidMoney, moneyFigures } from './moneyRepo.ts';
import type { DayUntilNow } from './usualDay.ts';

interface Place {
  readonly id: string;
  readonly timezone: string;
}

const windows = (days: readonly DayUntilNow[]) =>
  sql`select week, date, since, until, before from jsonb_to_recordset(${JSON.stringify(days)}::jsonb)
    as w (week int, date date, since timestamptz, until timestamptz, before timestamptz)`;

export const todayRepo = (tx: Tx, { id, timezone }: Place, days: readonly DayUntilNow[]) => ({
  /** `count` is for the whole hour, `byNow` up to the current time of day. */
  async visits(): Promise<{ week: number; hour: number; count: number; byNow: number }[]> {
    const { rows } = await sql<{ week: number; hour: number; count: number; byNow: number }>`
      with w as materialized (${windows(days)}),
      -- Quarters of an hour first: every clock is set by whole ones.
      quarters as (
        select w.week, date_bin('15 minutes', k.checkin_time, timestamptz '2000-01-01 00:00:00+00') as since,
               count(*) as count, count(*) filter (where k.checkin_time < w.until) as by_now
          from w join checkins k on k.location_id = ${id} and k.access_granted and k.checkin_time >= w.since and k.checkin_time < w.before
         group by 1, 2)
      select week, extract(hour from since at time zone ${timezone})::int as hour, sum(count)::int as count, sum(by_now)::int as "byNow"
        from quarters group by 1, 2`.execute(tx);
    return rows;
  },

  /** Up to the current time of day. */
  async money(): Promise<{ week: number; method: PaymentMethod; moneyIn: number; refunded: number }[]> {
    const { rows } = await sql<{ week: number; method: PaymentMethod; moneyIn: number; refunded: number }>`
      with w as materialized (${windows(days)})
      select w.week, e.account as method, ${moneyFigures}
        from w
        join ledger_postings p on p.location_id = ${id} and p.business_day = w.date and p.at < w.until
        join ledger_entries e on (e.company_id, e.posting_id) = (p.company_id, p.id) and ${isPaidMoney}
       group by w.week, e.account`.execute(tx);
    return rows;
  },

  /** Counted as in the lists of invoices and contacts. */
  async ahead(today: CalendarDate, now: Date): Promise<{ due: number; invoices: number; endingSoon: number }> {
    const { rows } = await sql<{ due: number; invoices: number; endingSoon: number }>`
      select coalesce(sum(i.due_cents), 0)::float8 as due, count(*)::int as invoices,
             (select count(*)::int from contacts c
               where c.home_location_id = ${id} and c.archived_at is null
                 and ${hasMemberStatus('ending_soon', sameDay(today), now)}) as "endingSoon"
        from invoices i
       where i.location_id = ${id} and ${isInvoiceOutstanding} and i.due_cents > 0`.execute(tx);
    return rows[0] ?? { due: 0, invoices: 0, endingSoon: 0 };
  },
});
