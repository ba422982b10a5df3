import { max, subDays } from 'date-fns';
import { sql, type RawBuilder } from 'kysely';
import type { DrawerReport } from '#domain/drawers/cashDrawer.ts';
import { drawerMethod, paymentMethods } from '#domain/invoices/paymentMethods.ts';
import { paymentKinds, refundKinds, type PostingKind } from '#domain/ledger/accounts.ts';
import { methodNameSql } from '#server/modules/ledger/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { DrawerRow } from '#server/platform/database/schema.ts';
import { drawersRepo } from './repo.ts';

interface ReportWindow {
  readonly companyId: string;
  readonly locationId: string;
  readonly drawerId: string;
  /** The close of the previous drawer, or the opening of a location's first one. */
  readonly from: Date;
  /** A posting from this time on that is in no report yet belongs to this one. */
  readonly since: Date;
  readonly until: Date;
}

/** A posting commits seconds after its own timestamp, so a day is ample. */
const latestDays = 1;

/** Nothing before a location's first drawer is counted. */
export async function reportWindow(
  tx: Tx,
  { id, company_id, location_id, number, opened_at }: DrawerRow,
  until: Date,
): Promise<ReportWindow> {
  const before = await drawersRepo(tx).before({ location_id, number });
  const from = before?.closedAt ?? opened_at;
  const since = before ? max([subDays(from, latestDays), before.openedAt]) : from;
  return { companyId: company_id, locationId: location_id, drawerId: id, from, since, until };
}

/**
 * It begins with the close of the previous drawer, so that nothing between two drawers is left out. Cash is what moved in this
 * drawer, and separately what was taken without one. A card payment counts when Stripe said it succeeded, any other payment when it
 * was taken.
 */
export const readDrawerReport = (tx: Tx, window: ReportWindow): Promise<DrawerReport> =>
  sumUp(tx, window, selectUnreported(window));

/**
 * It stores which postings it counts. A posting that commits meanwhile has an earlier time and is not visible here. It is in no
 * report then, so the next one counts it.
 */
export const readClosingReport = (tx: Tx, window: ReportWindow): Promise<DrawerReport> =>
  sumUp(
    tx,
    window,
    sql`insert into drawer_report_postings (company_id, drawer_id, posting_id)
        select ${window.companyId}::uuid, ${window.drawerId}::uuid, u.id from (${selectUnreported(window)}) as u
        returning posting_id as id`,
  );

type Postings = RawBuilder<{ id: string }>;

/** Postings of this drawer, and those of the location that are in no drawer and in no earlier report. */
const selectUnreported = ({ companyId, locationId, drawerId, since, until }: ReportWindow): Postings => sql`
  select p.id from ledger_postings as p
   where p.drawer_id = ${drawerId} and p.kind = any (${moneyKinds}::text[])
  union all
  select p.id from ledger_postings as p
   where p.company_id = ${companyId} and p.location_id = ${locationId} and p.drawer_id is null
     and p.kind = any (${[...saleKinds, ...moneyKinds]}::text[])
     -- The business day is that of the location's calendar. It is here for the index.
     and p.business_day between ${since}::timestamptz::date - 1 and ${until}::timestamptz::date + 1
     and p.at >= ${since} and p.at < ${until}
     and not exists (select from drawer_report_postings as z where (z.company_id, z.posting_id) = (p.company_id, p.id))`;

const saleKinds = ['invoice', 'void'] satisfies PostingKind[];
const moneyKinds = [...paymentKinds, ...refundKinds];

/** An invoice that was sold and voided since the last report is a void and no sale. */
async function sumUp(tx: Tx, { companyId, from }: ReportWindow, counted: Postings): Promise<DrawerReport> {
  const { rows } = await sql<Omit<DrawerReport, 'from'>>`
    with counted as (${counted}),
    postings as materialized (
      select p.id, p.kind, p.invoice_id, p.drawer_id, p.at
        from counted as c join ledger_postings as p on p.company_id = ${companyId} and p.id = c.id),
    money as (
      select e.account as method, p.kind = any (${refundKinds}::text[]) as is_refund, e.cents,
             case when e.account = ${drawerMethod} and p.drawer_id is null then 'Cash without a drawer' else ${methodNameSql} end as name
        from postings as p
        join ledger_entries as e on e.company_id = ${companyId} and e.posting_id = p.id and e.account = any (${paymentMethods}::text[])),
    lines as materialized (
      select p.id, p.kind, p.invoice_id, e.line, e.account, -e.cents as cents, e.category, e.tax_rate, e.staff_id
        from (select distinct on (s.invoice_id) s.id, s.kind, s.invoice_id from postings as s where s.kind = any (${saleKinds}::text[])
               order by s.invoice_id, s.at desc, s.id desc) as p
        join ledger_entries as e on e.company_id = ${companyId} and e.posting_id = p.id and e.line is not null),
    sold as (select id, invoice_id, line, account, cents, category, tax_rate, staff_id from lines where kind = 'invoice')
    select
      (select coalesce(json_agg(m), '[]') from (
         select method, name, count(*) filter (where not is_refund) as count,
                coalesce(sum(cents) filter (where not is_refund), 0) as amount, coalesce(-sum(cents) filter (where is_refund), 0) as refunded
           from money group by method, name order by method = ${drawerMethod} desc, method, name) as m) as "byMethod",
      (select coalesce(json_agg(t), '[]') from (
         select tax_rate::float8 as rate, count(distinct id) as count, coalesce(sum(cents) filter (where account <> 'tax'), 0) as net,
                coalesce(sum(cents) filter (where account = 'tax'), 0) as tax, sum(cents) as gross
           from sold group by tax_rate order by tax_rate) as t) as "byTaxRate",
      (select coalesce(json_agg(c), '[]') from (
         select s.category, sum(n.quantity) filter (where s.account = 'revenue') as quantity, sum(s.cents) filter (where s.account <> 'tax') as net
           from sold as s join invoice_lines as n on n.invoice_id = s.invoice_id and n.position = s.line
          group by s.category order by s.category) as c) as "byCategory",
      (select coalesce(json_agg(b), '[]') from (
         select u.id as "staffId", coalesce(u.first_name || ' ' || u.last_name, 'Renewals') as name, count(distinct s.id) as count, sum(s.cents) as gross
           from sold as s left join users as u on u.id = s.staff_id group by u.id order by gross desc, name) as b) as "byStaff",
      (select coalesce(-sum(e.cents), 0)
         from postings as p join ledger_entries as e on e.company_id = ${companyId} and e.posting_id = p.id and e.account = 'cash_rounding') as "cashRounding",
      (select json_build_object('count', count(distinct id), 'amount', coalesce(-sum(cents), 0)) from lines where kind = 'void') as voids,
      (select json_build_object('count', count(*), 'amount', coalesce(-sum(cents), 0)) from money where is_refund) as refunds`.execute(
    tx,
  );
  const [sums] = rows;
  if (!sums) throw new Error('The report of a drawer is one row');
  return { from: from.toISOString(), ...sums };
}
