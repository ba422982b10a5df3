import { sql } from 'kysely';
import type { DrawerReport } from '#domain/rules/cashDrawer.ts';
import type { Tx } from '#server/db/database.ts';

interface Stretch {
  readonly companyId: string;
  readonly locationId: string;
  readonly drawerId: string;
  readonly from: Date;
  readonly until: Date;
}

/**
 * What was sold and paid at a location from the close of the drawer before this one, so that nothing between two drawers is
 * left out. Cash is what moved in this drawer, and beside it what was taken without one. A card payment counts when Stripe
 * said it succeeded, any other payment when it was taken.
 */
export async function drawerReport(tx: Tx, stretch: Stretch): Promise<DrawerReport> {
  const { companyId, locationId, drawerId, from, until } = stretch;
  const soldThen = sql`i.location_id = ${locationId} and i.created_at >= ${from} and i.created_at < ${until} and i.status not in ('draft', 'void')`;
  const { rows: byMethod } = await sql<Method>`
    with money as (
      select 'cash' as method, 'Cash' as name, m.type = 'refund' as is_refund, m.amount_cents as cents
        from drawer_movements as m where m.drawer_id = ${drawerId} and m.type in ('sale', 'refund')
      union all
      select 'card', 'Card', false, p.amount_cents
        from payment_intents as t
        join payments as p on p.stripe_payment_intent_id = t.id and p.stripe_refund_id is null
        join invoices as i on i.id = p.invoice_id
       where t.company_id = ${companyId} and t.status = 'succeeded' and t.settled_at >= ${from} and t.settled_at < ${until}
         and i.location_id = ${locationId}
      union all
      select p.method, case p.method when 'card' then 'Card' when 'cash' then 'Cash without a drawer' else coalesce(p.other_method, 'Other') end,
             ${isRefund} or (p.method = 'cash' and p.status = 'refunded'), p.amount_cents
        from payments as p join invoices as i on i.id = p.invoice_id
       where p.company_id = ${companyId} and p.created_at >= ${from} and p.created_at < ${until} and i.location_id = ${locationId}
         and p.status in ('completed', 'refunded') and (p.stripe_payment_intent_id is null or ${isRefund})
         and (p.method <> 'cash' or (p.amount_cents > 0 and not exists (select from drawer_movements as m where m.payment_id = p.id))))
    select method, name, count(*) filter (where not is_refund) as count, count(*) filter (where is_refund) as refunds,
           coalesce(sum(cents) filter (where not is_refund), 0) as amount, coalesce(sum(cents) filter (where is_refund), 0) as refunded
      from money group by method, name order by method = 'cash' desc, method, name`.execute(tx);
  const { rows: byTaxRate } = await sql<DrawerReport['byTaxRate'][number]>`
    select i.tax_rate::float8 as rate, count(*) as count, sum(i.subtotal_cents) as net, sum(i.tax_cents) as tax, sum(i.total_cents) as gross
      from invoices as i where ${soldThen} group by i.tax_rate order by i.tax_rate`.execute(tx);
  const { rows: byCategory } = await sql<DrawerReport['byCategory'][number]>`
    select n.type as category, sum(n.quantity) as quantity, sum(n.total_cents) as net
      from invoices as i join invoice_lines as n on n.invoice_id = i.id where ${soldThen} group by n.type order by n.type`.execute(tx);
  const { rows: byStaff } = await sql<DrawerReport['byStaff'][number]>`
    select coalesce(u.first_name || ' ' || u.last_name, 'Renewals') as name, count(*) as count, sum(i.total_cents) as gross
      from invoices as i left join users as u on u.id = i.created_by where ${soldThen} group by u.id order by gross desc, name`.execute(tx);
  const { rows: voided } = await sql<DrawerReport['voids']>`
    select count(*) as count, coalesce(sum(i.total_cents), 0) as amount from invoices as i
     where i.location_id = ${locationId} and i.status = 'void' and i.written_off_cents = 0 and i.updated_at >= ${from} and i.updated_at < ${until}`.execute(tx);
  return {
    from: from.toISOString(),
    byMethod: byMethod.map(({ refunds: _refunds, ...method }) => method),
    byTaxRate,
    byCategory,
    byStaff,
    voids: voided[0] ?? { count: 0, amount: 0 },
    refunds: { count: sumOf(byMethod, 'refunds'), amount: sumOf(byMethod, 'refunded') },
  };
}

type Method = DrawerReport['byMethod'][number] & { readonly refunds: number };

const sumOf = (rows: readonly Method[], field: 'refunds' | 'refunded') => rows.reduce((sum, row) => sum + row[field], 0);

/** Whether the payment `p` is a refund to a card. */
const isRefund = sql`p.stripe_refund_id is not null`;
