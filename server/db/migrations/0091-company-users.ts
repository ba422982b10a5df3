/**
 * A company's own data about a person besides their access: invited, disabled, since when. A person without a row is active,
 * so what the previous build writes needs no row. Only active people can open anything of the company.
 */
export const companyUsers = /* sql */ `
create table company_users (
  company_id uuid not null references companies on delete cascade,
  user_id uuid not null references users on delete cascade,
  status text not null default 'active' check (status in ('active', 'invited', 'disabled')),
  invited_at timestamptz(3),
  -- As the inviting admin typed them: an account that exists elsewhere shows its own only once the invitation is accepted.
  invited_first_name text,
  invited_last_name text,
  invitation_hash bytea unique,
  invitation_expires_at timestamptz(3),
  updated_at timestamptz(3) not null default now(),
  primary key (company_id, user_id)
);
alter table company_users enable row level security;
create policy tenant on company_users to spotter_app
  using (company_id = any ((select visible_companies())::uuid[]))
  with check (company_id = any ((select visible_companies())::uuid[]));
grant select, insert, update, delete on company_users to spotter_app;

alter table users add column updated_at timestamptz(3) not null default now(), add column last_seen_at timestamptz(3);
alter table sessions add column device text, add column last_seen_at timestamptz(3);

-- The company and the person of an open invitation: asked by its link, before a scope exists.
create function open_invitation(hash bytea, at timestamptz) returns table (company_id uuid, user_id uuid)
language sql stable security definer set search_path from current as $$
  select i.company_id, i.user_id
    from company_users i join companies c on c.id = i.company_id and c.archived_at is null
   where i.invitation_hash = hash and i.status = 'invited' and i.invitation_expires_at > at
$$;

-- Whether a person has accepted access to any other company; an open invitation there does not count.
create function works_elsewhere(person uuid, company uuid) returns boolean
language sql stable security definer set search_path from current as $$
  select exists (
    select from (select a.company_id from company_admins a where a.user_id = person
                 union
                 select g.company_id from location_access g where g.user_id = person) as held
      join companies c on c.id = held.company_id and c.archived_at is null
      left join company_users s on s.company_id = held.company_id and s.user_id = person
     where held.company_id <> company and coalesce(s.status, 'active') <> 'invited')
$$;

create or replace function session_reach(session uuid) returns jsonb
language sql stable security definer set search_path from current as $$
  select jsonb_build_object(
      'userId', u.id, 'email', u.email, 'firstName', u.first_name, 'lastName', u.last_name, 'lastSeenAt', s.last_seen_at,
      'companies', coalesce((
        select jsonb_agg(jsonb_build_object('id', held.company_id, 'role', held.role) order by held.rank, held.since, held.company_id)
          from (select company_id, min(role) as role, min(rank) as rank, min(since) as since
                  from (select company_id, 'admin' as role, 0 as rank, created_at as since from company_admins where user_id = u.id
                        union all
                        select company_id, 'staff', 1, created_at from location_access where user_id = u.id) as every_way
                 group by company_id) as held
          join companies c on c.id = held.company_id and c.archived_at is null
         where not exists (select from company_users n where n.company_id = held.company_id and n.user_id = u.id and n.status <> 'active')), '[]'),
      'locations', coalesce((
        select jsonb_agg(jsonb_build_object('id', l.id, 'companyId', l.company_id, 'timezone', l.timezone, 'level', l.level) order by l.name, l.id)
          from (select l.id, l.company_id, l.timezone, l.name, 'admin' as level
                  from company_admins a
                  join companies c on c.id = a.company_id and c.archived_at is null
                  join locations l on l.company_id = a.company_id and l.archived_at is null
                 where a.user_id = u.id
                   and not exists (select from company_users n where n.company_id = a.company_id and n.user_id = u.id and n.status <> 'active')
                union all
                select l.id, l.company_id, l.timezone, l.name, g.access_level
                  from location_access g
                  join companies c on c.id = g.company_id and c.archived_at is null
                  join locations l on l.id = g.location_id and l.archived_at is null
                 where g.user_id = u.id
                   and not exists (select from company_users n where n.company_id = g.company_id and n.user_id = u.id and n.status <> 'active')
                   and not exists (select from company_admins a where a.user_id = u.id and a.company_id = g.company_id)) as l), '[]'))
    from sessions s join users u on u.id = s.user_id
   where s.id = session and s.revoked_at is null and s.expires_at > now()
$$;
`;
