/** What changed, by whom and when. The application can only add and read entries. */
export const activity = /* sql */ `
create table activity (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null,
  at timestamptz(3) not null default now(),
  actor_type text not null check (actor_type in ('user', 'job', 'stripe', 'operator', 'device')),
  actor_id uuid,
  actor_name text not null,
  action text not null,
  record_type text not null,
  record_id uuid not null,
  record_label text not null,
  location_id uuid,
  changes jsonb not null default '[]',
  request_id text
);
create index activity_newest on activity (company_id, at desc, id desc);
create index activity_record on activity (record_id, at desc, id desc);
create index activity_actor on activity (company_id, actor_id, at desc, id desc) where actor_id is not null;
alter table activity enable row level security;
create policy tenant on activity to spotter_app
  using (company_id = any ((select visible_companies())::uuid[]))
  with check (company_id = any ((select visible_companies())::uuid[]));
revoke all on activity from spotter_app;
grant select, insert on activity to spotter_app;
`;
