/** The postings of all invoices and payments, each invoice of one line, in the order in which they happened. */
export const ledgerStatements: readonly string[] = [
  // Not even this may book what does not balance.
  `alter table ledger_entries enable always trigger check_entries`,
  `alter table ledger_postings enable always trigger check_postings`,
  `with happened as (
     select i.company_id, i.location_id, i.id as invoice_id, null::uuid as payment_id, i.created_at as at, 'invoice' as kind from invoices i
     union all
     select i.company_id, i.location_id, i.id, null, i.updated_at, case when i.written_off_cents > 0 then 'write_off' else 'void' end
       from invoices i where i.status = 'void'
     union all
     select i.company_id, i.location_id, i.id, p.id, p.created_at, p.kind from payments p join invoices i on i.id = p.invoice_id),
   posted as (
     insert into ledger_postings (id, company_id, location_id, at, business_day, kind, invoice_id, payment_id, actor_type, actor_name)
     select uuidv7(), h.company_id, h.location_id, h.at, (h.at at time zone l.timezone)::date, h.kind, h.invoice_id, h.payment_id, 'operator', 'Bench'
       from happened h join locations l on l.id = h.location_id
      order by h.at
     returning id, company_id, location_id, business_day, kind, invoice_id, payment_id)
   insert into ledger_entries (posting_id, company_id, location_id, business_day, kind, position, account, cents, line, category, item_id, plan_id, name, tax_rate, staff_id)
   select p.id, p.company_id, p.location_id, p.business_day, p.kind, e.position, e.account, e.cents, f.line, f.category, f.item_id, f.plan_id, f.name, f.tax_rate, f.staff_id
     from posted p
     join invoices i on i.id = p.invoice_id
     join invoice_lines l on l.invoice_id = p.invoice_id
     left join payments m on m.id = p.payment_id
    cross join lateral (select round(i.tax_cents::numeric * m.amount_cents / i.total_cents)::int as refunded_tax) as t
    cross join lateral (values
      (0, 'receivable', case p.kind when 'invoice' then i.total_cents when 'void' then -i.total_cents when 'write_off' then -i.written_off_cents when 'payment' then -m.amount_cents end),
      (1, m.method, case p.kind when 'payment' then m.amount_cents when 'refund' then -m.amount_cents end),
      (2, 'write_offs', case p.kind when 'write_off' then i.written_off_cents end),
      (3, 'revenue', case p.kind when 'invoice' then -i.subtotal_cents when 'void' then i.subtotal_cents end),
      (4, 'tax', case p.kind when 'invoice' then -i.tax_cents when 'void' then i.tax_cents when 'refund' then t.refunded_tax end),
      (5, 'refunds', case p.kind when 'refund' then m.amount_cents - t.refunded_tax end)) as e (position, account, cents)
     left join lateral (
       select l.position as line, l.type as category, case l.type when 'membership' then null else l.item_id end as item_id,
              case l.type when 'membership' then l.item_id end as plan_id, l.name, i.tax_rate, i.created_by as staff_id) as f on e.position > 2
    where e.cents is not null
    order by p.id`,
];
