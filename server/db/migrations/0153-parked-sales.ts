/** Parked carts of a location. Resuming or discarding one marks its row, which stays until it is purged. */
export const parkedSales = /* sql */ `
create table parked_sales (
  id uuid primary key,
  company_id uuid not null,
  location_id uuid not null,
  contact_id uuid,
  -- Items with their quantities and discounts, and the discount on the sale.
  cart jsonb not null,
  note text,
  total_cents integer not null,
  parked_by uuid not null,
  parked_by_name text not null,
  created_at timestamptz(3) not null,
  taken_at timestamptz(3),
  taken_by uuid,
  foreign key (company_id, location_id) references locations (company_id, id),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete set null (contact_id)
);
create index parked_sales_location on parked_sales (location_id, created_at, id) where taken_at is null;
create index parked_sales_contact on parked_sales (contact_id) where contact_id is not null;
create index parked_sales_age on parked_sales (created_at);
alter table parked_sales enable row level security;
alter table parked_sales force row level security;
create policy tenant on parked_sales to spotter_app
  using (company_id = any ((select visible_companies())::uuid[]))
  with check (company_id = any ((select visible_companies())::uuid[]));
create policy maintenance on parked_sales to spotter_maintenance using (true) with check (true);
grant select, insert, update, delete on parked_sales to spotter_app, spotter_maintenance;

create function remove_old_parked_sales(before timestamptz, most int) returns int
language sql security definer set search_path from current as $$
  with removed as (
    delete from parked_sales where id in (select id from parked_sales where created_at < before order by created_at limit most) returning 1)
  select count(*)::int from removed
$$;
alter function remove_old_parked_sales(timestamptz, int) owner to spotter_maintenance;
`;
