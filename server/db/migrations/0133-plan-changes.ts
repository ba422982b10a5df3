/**
 * Changes of plan within the paid period, which take effect when the invoice of their difference is paid. The plan is copied
 * when the change is agreed.
 */
export const planChanges = /* sql */ `
create table plan_changes (
  invoice_id uuid primary key,
  company_id uuid not null,
  contact_membership_id uuid not null,
  membership_id uuid not null,
  name text not null,
  type text not null check (type in ('no_contract', 'contract')),
  contract_length_months integer,
  price_cents integer not null check (price_cents >= 0),
  location_id uuid,
  contract_end_date date,
  applied_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  foreign key (company_id, invoice_id) references invoices (company_id, id),
  foreign key (company_id, contact_membership_id) references contact_memberships (company_id, id) on delete cascade,
  foreign key (company_id, membership_id) references memberships (company_id, id)
);
create index plan_changes_of on plan_changes (contact_membership_id);
alter table plan_changes enable row level security;
create policy tenant on plan_changes to spotter_app
  using (company_id = any ((select visible_companies())::uuid[]))
  with check (company_id = any ((select visible_companies())::uuid[]));
create policy maintenance on plan_changes to spotter_maintenance using (true) with check (true);
alter table plan_changes force row level security;
grant select, insert, update, delete on plan_changes to spotter_app;
`;
