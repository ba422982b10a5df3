import { drawerMethod, paymentMethodRules } from '#domain/invoices/paymentMethods.ts';
import { sumBy } from 'es-toolkit';
import { max, subDays } from 'date-fns';
import { sql } from 'kysely';
import type { DrawerReport } from '#domain/drawers/cashDrawer.ts';
import type { DrawerReportRecordTable, DrawerRow } from '#server/platform/database/schema.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { isSold, refundedCents } from '#server/modules/invoices/index.ts';
import { drawersRepo } from './repo.ts';

interface ReportWindow {
  readonly companyId: string;
  readonly locationId: string;
  readonly drawerId: string;
  /** When the previous drawer was closed, or a location's first one was opened. */
  readonly from: Date;
  /** A record from this time on that is in no report yet belongs to this one. */
  readonly since: Date;
  readonly until: Date;
}

/** A payment commits seconds after its own timestamp, so a day is ample. */
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

type Kind = DrawerReportRecordTable['kind'];

/**
 * Since the previous drawer was closed, so that nothing between two drawers is left out. Cash is what moved in this drawer,
 * and separately what was taken without one. A card payment counts when Stripe said it succeeded, any other payment when it
 * was taken.
 */
export const drawerReport = (tx: Tx, window: ReportWindow): Promise<DrawerReport> =>
  selectSums(tx, window, (kind) => unreported[kind](window));

/**
 * First it stores which records it counts. A payment that commits meanwhile has an earlier time and is not visible here. It is
 * in no report then, so the next one counts it.
 */
export async function closingReport(tx: Tx, window: ReportWindow): Promise<DrawerReport> {
  const { companyId, drawerId } = window;
  const records = (Object.keys(unreported) as Kind[]).map(
    (kind) => sql`select ${kind} as kind, r.id from (${unreported[kind](window)}) as r`,
  );
  await sql`
    insert into drawer_report_records (kind, record_id, company_id, drawer_id)
    select n.kind, n.id, ${companyId}::uuid, ${drawerId}::uuid from (${sql.join(records, sql` union all `)}) as n`.execute(
    tx,
  );
  return selectSums(
    tx,
    window,
    (kind) =>
      sql`select z.record_id as id from drawer_report_records as z where z.drawer_id = ${drawerId} and z.kind = ${kind}`,
  );
}

type Ids = ReturnType<typeof sql>;

const notReported = (kind: Kind, id: Ids) =>
  sql`not exists (select from drawer_report_records as z where z.kind = ${kind} and z.record_id = ${id})`;

/** Ids of records that belong to this report and are in no earlier one. */
const unreported: Record<Kind, (window: ReportWindow) => Ids> = {
  payment: ({ companyId, locationId, since, until }) => sql`
    select p.id
      from payment_intents as t
      join payments as p on p.stripe_payment_intent_id = t.id and p.kind = 'payment'
      join invoices as i on i.id = p.invoice_id
     where t.company_id = ${companyId} and t.status = 'succeeded' and t.settled_at >= ${since} and t.settled_at < ${until}
       and i.location_id = ${locationId} and ${notReported('payment', sql`p.id`)}
    union all
    select p.id
      from payments as p join invoices as i on i.id = p.invoice_id
     where p.company_id = ${companyId} and p.created_at >= ${since} and p.created_at < ${until} and i.location_id = ${locationId}
       and p.status in ('completed', 'refunded') and (p.stripe_payment_intent_id is null or ${isRefund})
       and (p.method <> ${drawerMethod} or (p.amount_cents > 0 and not exists (select from drawer_movements as m where m.payment_id = p.id)))
       and ${notReported('payment', sql`p.id`)}`,
  sale: ({ locationId, since, until }) => sql`
    select i.id from invoices as i
     where i.location_id = ${locationId} and i.created_at >= ${since} and i.created_at < ${until} and ${isSold}
       and ${notReported('sale', sql`i.id`)}`,
  void: ({ locationId, since, until }) => sql`
    select i.id from invoices as i
     where i.location_id = ${locationId} and i.status = 'void' and i.written_off_cents = 0 and i.kind <> 'manual_balance' and i.updated_at >= ${since} and i.updated_at < ${until}
       and ${notReported('void', sql`i.id`)}`,
};

const isRefund = sql`p.kind <> 'payment'`;

async function selectSums(tx: Tx, { drawerId, from }: ReportWindow, ids: (kind: Kind) => Ids): Promise<DrawerReport> {
  const { rows: byMethod } = await sql<DrawerReport['byMethod'][number] & { refunds: number }>`
    with money as (
      select ${drawerMethod}::text as method, ${paymentMethodRules.cash.label}::text as name, m.type = 'refund' as is_refund, m.amount_cents as cents
        from drawer_movements as m where m.drawer_id = ${drawerId} and m.type in ('sale', 'refund')
      union all
      select p.method, case p.method when 'card' then ${paymentMethodRules.card.label} when ${drawerMethod} then 'Cash without a drawer' else coalesce(p.other_method, ${paymentMethodRules.other.label}) end,
             ${isRefund}, ${refundedCents('amount_cents')}
        from payments as p where p.id in (${ids('payment')}))
    select method, name, count(*) filter (where not is_refund) as count, count(*) filter (where is_refund) as refunds,
           coalesce(sum(cents) filter (where not is_refund), 0) as amount, coalesce(sum(cents) filter (where is_refund), 0) as refunded
      from money group by method, name order by method = ${drawerMethod} desc, method, name`.execute(tx);
  const { rows: byTaxRate } = await sql<DrawerReport['byTaxRate'][number]>`
    select i.tax_rate::float8 as rate, count(*) as count, sum(i.subtotal_cents) as net, sum(i.tax_cents) as tax, sum(i.total_cents) as gross
      from invoices as i where i.id in (${ids('sale')}) group by i.tax_rate order by i.tax_rate`.execute(tx);
  const { rows: byCategory } = await sql<DrawerReport['byCategory'][number]>`
    select n.type as category, sum(n.quantity) as quantity, sum(n.total_cents) as net
      from invoice_lines as n where n.invoice_id in (${ids('sale')}) group by n.type order by n.type`.execute(tx);
  const { rows: byStaff } = await sql<DrawerReport['byStaff'][number]>`
    select coalesce(u.first_name || ' ' || u.last_name, 'Renewals') as name, count(*) as count, sum(i.total_cents) as gross
      from invoices as i left join users as u on u.id = i.created_by where i.id in (${ids('sale')}) group by u.id order by gross desc, name`.execute(
    tx,
  );
  const { rows: voided } = await sql<DrawerReport['voids']>`
    select count(*) as count, coalesce(sum(i.total_cents), 0) as amount from invoices as i where i.id in (${ids('void')})`.execute(
    tx,
  );
  return {
    from: from.toISOString(),
    byMethod: byMethod.map(({ refunds: _refunds, ...method }) => method),
    byTaxRate,
    byCategory,
    byStaff,
    voids: voided[0] ?? { count: 0, amount: 0 },
    refunds: { count: sumBy(byMethod, ({ refunds }) => refunds), amount: sumBy(byMethod, ({ refunded }) => refunded) },
  };
}
