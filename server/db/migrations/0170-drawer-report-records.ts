/** The records that the last report of each location counted, as far back as the next one looks. */
export const lastReports = /* sql */ `
set local role spotter_maintenance;
with last as (
  select distinct on (d.location_id) d.id, d.company_id, d.location_id, d.closed_at
    from drawers d where d.closed_at is not null order by d.location_id, d.number desc)
insert into drawer_report_records (kind, record_id, company_id, drawer_id)
select r.kind, r.id, l.company_id, l.id
  from last l
 cross join lateral (
   select 'payment' as kind, p.id from payments p
     join invoices i on i.id = p.invoice_id
     left join payment_intents t on t.id = p.stripe_payment_intent_id and p.stripe_refund_id is null
    where i.location_id = l.location_id and p.status in ('completed', 'refunded')
      and coalesce(t.settled_at, p.created_at) >= l.closed_at - interval '1 day' and coalesce(t.settled_at, p.created_at) < l.closed_at
   union all
   select case i.status when 'void' then 'void' else 'sale' end, i.id from invoices i
    where i.location_id = l.location_id and i.status <> 'draft'
      and case i.status when 'void' then i.updated_at else i.created_at end >= l.closed_at - interval '1 day'
      and case i.status when 'void' then i.updated_at else i.created_at end < l.closed_at) as r;
reset role;
`;

/**
 * Which payments, sales and voids the report of each closed drawer counted. The next report counts the others, including
 * those whose transaction committed only after the close.
 */
export const drawerReportRecords = /* sql */ `
create table drawer_report_records (
  kind text not null check (kind in ('payment', 'sale', 'void')),
  record_id uuid not null,
  company_id uuid not null,
  drawer_id uuid not null,
  primary key (kind, record_id),
  foreign key (company_id, drawer_id) references drawers (company_id, id) on delete cascade
);
create index drawer_report_records_drawer on drawer_report_records (drawer_id, kind);
alter table drawer_report_records enable row level security;
alter table drawer_report_records force row level security;
create policy tenant on drawer_report_records to spotter_app
  using (company_id = any ((select visible_companies())::uuid[]))
  with check (company_id = any ((select visible_companies())::uuid[]));
create policy maintenance on drawer_report_records to spotter_maintenance using (true) with check (true);
revoke all on drawer_report_records from spotter_app;
grant select, insert on drawer_report_records to spotter_app;
grant select, insert on drawer_report_records to spotter_maintenance;

${lastReports}`;
