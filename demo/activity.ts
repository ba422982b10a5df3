import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/database.ts';

/** Activity log entries for the demo's rows, with their creators and times. */
export async function addActivity(tx: Tx): Promise<void> {
  await sql`
    insert into activity (company_id, at, actor_type, actor_id, actor_name, action, record_type, record_id, record_label, location_id, changes)
    with admins as (
      select distinct on (a.company_id) a.company_id, u.id, u.first_name || ' ' || u.last_name as name
        from company_admins a join users u on u.id = a.user_id order by a.company_id, a.created_at, u.id),
    -- Prices went up by half a dollar a month after they were set.
    priced (type, id, company_id, location_id, name, cents, created_at) as (
      select 'sales-item', id, company_id, location_id, name, price_cents, created_at from sales_items where price_cents > 100
      union all
      select 'membership', id, company_id, location_id, name, price_cents, created_at from memberships where price_cents > 100),
    entries (company_id, at, kind, action, record_type, record_id, record_label, location_id, changes, sold_by) as (
      select company_id, created_at, 'admin', 'contact.created', 'contact', id, first_name || ' ' || last_name, home_location_id, '[]'::jsonb, null::uuid
        from contacts
      union all
      select company_id, created_at, 'admin', type || '.created', type, id, name, location_id, ${changed('price', sql`null`, sql`cents / 100.0 - 0.5`)}, null
        from priced
      union all
      select company_id, least(created_at + interval '30 days', now()), 'admin', type || '.updated', type, id, name, location_id,
             ${changed('price', sql`cents / 100.0 - 0.5`, sql`cents / 100.0`)}, null
        from priced
      union all
      select company_id, created_at, case when created_by is null then 'renewals' else 'seller' end, 'invoice.created', 'invoice', id, description,
             location_id, ${changed('total', sql`null`, sql`total_cents / 100.0`)}, created_by
        from invoices
      union all
      select i.company_id, least(p.updated_at + interval '1 minute', now()), 'stripe', 'invoice.paid', 'invoice', i.id, i.description, i.location_id,
             ${changed('paid', sql`0`, sql`i.paid_cents / 100.0`)}, null
        from payments p join invoices i on i.id = p.invoice_id
       where p.method = 'card' and p.status = 'completed'
      union all
      select m.company_id, m.granted_at, 'seller', 'contact-membership.created', 'contact-membership', m.id,
             i.customer_first_name || ' ' || i.customer_last_name || '’s ' || m.membership_name, i.location_id,
             ${changed('endDate', sql`null`, sql`m.end_date`)}, i.created_by
        from contact_memberships m join invoices i on i.id = m.invoice_id
       where m.granted_at is not null)
    select e.company_id, e.at,
           case e.kind when 'stripe' then 'stripe' when 'renewals' then 'job' else 'user' end,
           case when e.kind in ('stripe', 'renewals') then null else coalesce(u.id, a.id) end,
           case e.kind when 'stripe' then 'Stripe' when 'renewals' then 'Renewals' else coalesce(u.first_name || ' ' || u.last_name, a.name) end,
           e.action, e.record_type, e.record_id, e.record_label, e.location_id, e.changes
      from entries e
      join admins a on a.company_id = e.company_id
      left join users u on u.id = e.sold_by`.execute(tx);
}

const changed = (field: string, before: ReturnType<typeof sql>, after: ReturnType<typeof sql>) =>
  sql`jsonb_build_array(jsonb_build_object('field', ${field}::text, 'before', ${before}, 'after', ${after}))`;
