/**
 * Z reports that wait to be mailed to the admins who want them. A row is deleted once it is sent or given up. The function
 * returns a few rows of each company, so that a long queue of one does not delay the others.
 */
export const drawerMails = /* sql */ `
alter table users add column mails_z_reports boolean not null default false;

create table drawer_mails (
  company_id uuid not null,
  drawer_id uuid not null,
  user_id uuid not null references users on delete cascade,
  due_at timestamptz(3) not null,
  attempts integer not null default 0,
  primary key (drawer_id, user_id),
  foreign key (company_id, drawer_id) references drawers (company_id, id) on delete cascade
);
create index drawer_mails_due on drawer_mails (company_id, due_at, drawer_id, user_id);
create index drawer_mails_user on drawer_mails (user_id);
alter table drawer_mails enable row level security;
alter table drawer_mails force row level security;
create policy tenant on drawer_mails to spotter_app
  using (company_id = any ((select visible_companies())::uuid[]))
  with check (company_id = any ((select visible_companies())::uuid[]));
create policy maintenance on drawer_mails to spotter_maintenance using (true) with check (true);
grant select, insert, update, delete on drawer_mails to spotter_app;
grant select on drawer_mails to spotter_maintenance;

-- Those whose time has come: of each company the first ones, in turns.
create function due_drawer_mails(at timestamptz, most int) returns table (company_id uuid, drawer_id uuid, user_id uuid)
language sql stable security definer set search_path from current as $$
  select m.company_id, m.drawer_id, m.user_id
    from (select q.company_id, q.drawer_id, q.user_id, row_number() over (partition by q.company_id order by q.due_at, q.drawer_id, q.user_id) as turn
            from drawer_mails q where q.due_at <= at) as m
    join companies o on o.id = m.company_id and o.archived_at is null
   where m.turn <= most
   order by m.turn, m.company_id
$$;
alter function due_drawer_mails(timestamptz, int) owner to spotter_maintenance;
`;
