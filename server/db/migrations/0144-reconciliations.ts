/**
 * Comparisons of a company's books with its Stripe account. One that a stopped process left unfinished is taken over by another:
 * its result is written in one transaction, at the end.
 */
export const reconciliations = /* sql */ `
create table reconciliations (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  status text not null default 'running' check (status in ('running', 'completed', 'failed')),
  -- Null when it ran by itself at night.
  started_by uuid,
  started_by_name text,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  tries integer not null default 0,
  failure text,
  try_again_at timestamptz(3),
  matched integer not null default 0,
  fees_cents bigint not null default 0,
  payouts_cents bigint not null default 0,
  difference_count integer not null default 0,
  -- Null when no Stripe account was compared.
  is_test_mode boolean,
  unique (company_id, id)
);
create index reconciliations_newest on reconciliations (company_id, created_at, id);
create unique index reconciliations_running on reconciliations (company_id) where status = 'running';
create unique index reconciliations_nightly on reconciliations (company_id, to_day) where started_by is null;
create index reconciliations_due on reconciliations (created_at) where status = 'running' or try_again_at is not null;

create table reconciliation_differences (
  reconciliation_id uuid not null,
  position integer not null,
  company_id uuid not null,
  kind text not null,
  amount_cents bigint not null,
  detail text not null,
  stripe_id text,
  invoice_id uuid,
  payment_id uuid,
  primary key (reconciliation_id, position),
  foreign key (company_id, reconciliation_id) references reconciliations (company_id, id) on delete cascade
);

do $$ declare walled regclass; begin
  foreach walled in array array['reconciliations', 'reconciliation_differences']::regclass[] loop
    execute format('alter table %s enable row level security, force row level security', walled);
    execute format('create policy tenant on %s to spotter_app using (company_id = any ((select visible_companies())::uuid[]))
                    with check (company_id = any ((select visible_companies())::uuid[]))', walled);
    execute format('create policy maintenance on %s to spotter_maintenance using (true) with check (true)', walled);
    execute format('grant select, insert, update, delete on %s to spotter_app, spotter_maintenance', walled);
  end loop;
end $$;

-- Those that wait to be run: asked for by a user first, then those of the night.
create function due_reconciliations(at timestamptz, at_most int) returns table (company_id uuid, id uuid)
language sql stable security definer set search_path from current as $$
  select r.company_id, r.id from reconciliations r join companies c on c.id = r.company_id and c.archived_at is null
   where r.status = 'running' or r.try_again_at <= at
   order by r.started_by is null, r.created_at limit at_most
$$;
alter function due_reconciliations(timestamptz, int) owner to spotter_maintenance;

-- Companies with a Stripe account whose last day, or one of the days before it, was not reconciled yet. A day is done from
-- three in the morning, by the clock of the company's first location.
create function nights_to_reconcile(at timestamptz, days_back int) returns table (company_id uuid, day date)
language sql stable security definer set search_path from current as $$
  select n.company_id, case when n.latest is null then n.yesterday else greatest(n.latest + 1, n.yesterday - days_back) end
    from (select s.company_id, ((at at time zone l.timezone) - interval '3 hours')::date - 1 as yesterday,
                 (select max(r.to_day) from reconciliations r where r.company_id = s.company_id and r.started_by is null) as latest
            from stripe_configs s
            join companies c on c.id = s.company_id and c.archived_at is null
            join lateral (select l.timezone from locations l where l.company_id = s.company_id order by l.created_at, l.id limit 1) as l on true
         ) as n
   where n.latest is null or n.latest < n.yesterday
$$;
alter function nights_to_reconcile(timestamptz, int) owner to spotter_maintenance;
`;
