import { addDays } from '#domain/shared/dates.ts';
import type { ReportKind } from '#domain/reports/reportLayouts.ts';
import { comparedPeriod, type ReportPeriod } from '#domain/reports/reportPeriods.ts';
import { zone } from './data.ts';
import type { Statement } from './record.ts';

export type ReportName = ReportKind | 'sales by item';

/**
 * A report's figures as a developer would write them by hand for a company with one time zone: straight from the rows, without
 * policies, shares of lines, grace period, freezes and periods of a membership.
 */
export function plainReport(name: ReportName, period: ReportPeriod): Statement[] {
  const { to } = period;
  const within = (column: string, { from }: ReportPeriod = { ...comparedPeriod(period), to }) =>
    `${column} >= timestamp '${from}' at time zone '${zone}' and ${column} < timestamp '${addDays(to, 1)}' at time zone '${zone}'`;
  const sales = `select ${toDay('created_at')}, sum(subtotal_cents), sum(tax_cents), sum(total_cents) from invoices where ${isSold} and ${within('created_at')} group by 1`;
  const payments = (which: string) =>
    `select ${toDay('created_at')}, method, sum(amount_cents) from payments where ${which} and ${within('created_at')} group by 1, 2`;
  const [moneyIn, refunds] = [payments("status = 'completed'"), payments("kind <> 'payment'")];
  const visits = `select ${toDay('checkin_time')}, access_granted, count(*) from checkins where ${within('checkin_time')} group by 1, 2`;
  const owed = `select date '${to}' - ${toDay('created_at')}, status, count(*), sum(due_cents) from invoices where ${isOwed} group by 1, 2`;
  const joined = `select least(start_date, ${toDay('granted_at')}), count(distinct contact_id), sum(purchase_price_cents) from contact_memberships group by 1`;
  const left = `select ${lastDay}, count(distinct contact_id), sum(purchase_price_cents) from contact_memberships where not auto_renew group by 1`;
  const texts: Record<ReportName, readonly string[]> = {
    overview: [sales, moneyIn, visits, joined, left, owed],
    sales: [sales, refunds],
    'sales by item': [
      sales,
      refunds,
      `select l.item_id, max(l.name), sum(l.total_cents), sum(i.tax_cents::numeric * l.total_cents / i.subtotal_cents)
         from invoices i join invoice_lines l on l.invoice_id = i.id where ${isSold} and ${within('i.created_at', period)} group by 1`,
    ],
    payments: [moneyIn, refunds],
    'to-collect': [owed, `select id, due_cents from invoices where ${isOwed} order by created_at limit 20`],
    memberships: [
      joined,
      left,
      `select cancel_reason, count(*) from contact_memberships where cancels_on between '${period.from}' and '${to}' group by 1`,
      `select count(*) from membership_freezes where '${to}' between from_day and coalesce(until_day, longest_until)`,
    ],
    attendance: [
      visits,
      `select extract(isodow from checkin_time at time zone '${zone}'), extract(hour from checkin_time at time zone '${zone}'), count(*)
         from checkins where access_granted and ${within('checkin_time', period)} group by 1, 2`,
      `select reason, count(*) from checkins where not access_granted and ${within('checkin_time', period)} group by 1`,
      `select count(*) from contact_memberships m where ${lastDay} > '${to}' and not exists (
         select from checkins k where k.contact_id = m.contact_id and k.access_granted and k.checkin_time >= date '${to}' - 60)`,
    ],
    deferred: [
      `select m.membership_name, count(*), sum(p.amount_cents * (m.end_date - date '${to}') / case m.billing_frequency when 'annually' then 365 else 30 end)
         from contact_memberships m join payments p on p.invoice_id = m.invoice_id and p.status = 'completed'
        where m.end_date > '${to}' group by 1`,
    ],
  };
  return texts[name].map((text) => ({ text, made: [] }));
}

const toDay = (column: string) => `(${column} at time zone '${zone}')::date`;
const isSold = `(status not in ('draft', 'void') or written_off_cents > 0)`;
const isOwed = `status in ('open', 'partially_paid', 'overdue')`;
const lastDay = 'least(cancels_on, end_date)';
