import type { NewIndex } from '../buildIndex.ts';

/**
 * The cash drawers of a location and every movement of cash in them. Movements are only added, and only to the open drawer:
 * the transaction holds a share lock on it, and a close waits for these locks. A closed drawer never changes.
 */
export const drawers = /* sql */ `
create table drawers (
  id uuid primary key,
  company_id uuid not null,
  location_id uuid not null,
  number integer not null check (number > 0),
  float_cents integer not null check (float_cents >= 0),
  last_counted_cents integer,
  opened_at timestamptz(3) not null,
  opened_by uuid not null,
  opened_by_name text not null,
  cash_sales_cents bigint,
  cash_refunds_cents bigint,
  cash_in_cents bigint,
  cash_out_cents bigint,
  counted_cents integer check (counted_cents >= 0),
  counts jsonb,
  note text,
  report jsonb,
  closed_at timestamptz(3),
  closed_by uuid,
  closed_by_name text,
  unique (company_id, id),
  unique (location_id, number),
  check (num_nonnulls(closed_at, closed_by, closed_by_name, counted_cents, report,
                      cash_sales_cents, cash_refunds_cents, cash_in_cents, cash_out_cents) in (0, 9)),
  foreign key (company_id, location_id) references locations (company_id, id)
);
create unique index drawers_open on drawers (location_id) where closed_at is null;

create table drawer_movements (
  id uuid primary key,
  company_id uuid not null,
  drawer_id uuid not null,
  type text not null check (type in ('sale', 'refund', 'in', 'out')),
  amount_cents integer not null check (amount_cents > 0),
  payment_id uuid unique references payments (id),
  reason text,
  moved_by uuid,
  moved_by_name text,
  created_at timestamptz(3) not null,
  check ((type in ('sale', 'refund')) = (payment_id is not null)),
  check ((type in ('in', 'out')) = (num_nonnulls(reason, moved_by, moved_by_name) = 3)),
  foreign key (company_id, drawer_id) references drawers (company_id, id)
);
create index drawer_movements_drawer on drawer_movements (drawer_id, created_at, id);

create function keep_closed_drawer() returns trigger language plpgsql as $$
begin
  raise exception 'A closed drawer is never changed';
end $$;
create trigger drawers_closed before update on drawers for each row when (old.closed_at is not null) execute function keep_closed_drawer();

do $$ declare walled regclass; begin
  foreach walled in array array['drawers', 'drawer_movements']::regclass[] loop
    execute format('alter table %s enable row level security, force row level security', walled);
    execute format('create policy tenant on %s to spotter_app using (company_id = any ((select visible_companies())::uuid[]))
                    with check (company_id = any ((select visible_companies())::uuid[]))', walled);
    execute format('create policy maintenance on %s to spotter_maintenance using (true) with check (true)', walled);
    execute format('revoke all on %s from spotter_app', walled);
    execute format('grant select, insert on %s to spotter_app', walled);
  end loop;
end $$;
grant update on drawers to spotter_app;
`;

/** By when money came in, and when an invoice was voided, for the reports of a period. */
export const drawerIndexes: readonly NewIndex[] = [
  { name: 'payments_time', on: 'payments (company_id, created_at)' },
  { name: 'payment_intents_settled', on: "payment_intents (company_id, settled_at) where status = 'succeeded'" },
  { name: 'invoices_voided', on: "invoices (location_id, updated_at) where status = 'void'" },
];
