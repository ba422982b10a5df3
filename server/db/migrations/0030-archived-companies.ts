/** A company with history is archived instead of deleted: nobody can open it any more, and no job works for it. */
export const archivedCompanies = /* sql */ `
alter table companies add column archived_at timestamptz(3);

create or replace function every_company() returns setof uuid
language sql stable security definer set search_path from current as $$
  select id from companies where archived_at is null
$$;

create or replace function session_reach(session uuid) returns jsonb
language sql stable security definer set search_path from current as $$
  select jsonb_build_object(
      'userId', u.id, 'email', u.email, 'firstName', u.first_name, 'lastName', u.last_name,
      'companies', coalesce((
        select jsonb_agg(jsonb_build_object('id', held.company_id, 'role', held.role) order by held.rank, held.since, held.company_id)
          from (select company_id, min(role) as role, min(rank) as rank, min(since) as since
                  from (select company_id, 'admin' as role, 0 as rank, created_at as since from company_admins where user_id = u.id
                        union all
                        select company_id, 'staff', 1, created_at from location_access where user_id = u.id) as every_way
                 group by company_id) as held
          join companies c on c.id = held.company_id and c.archived_at is null), '[]'),
      'locations', coalesce((
        select jsonb_agg(jsonb_build_object(
            'id', l.id, 'companyId', l.company_id, 'timezone', l.timezone,
            'level', case when a.user_id is not null then 'admin' else g.access_level end) order by l.name, l.id)
          from locations l
          join companies c on c.id = l.company_id and c.archived_at is null
          left join company_admins a on a.company_id = l.company_id and a.user_id = u.id
          left join location_access g on g.location_id = l.id and g.user_id = u.id
         where l.archived_at is null and (a.user_id is not null or g.user_id is not null)), '[]'))
    from sessions s join users u on u.id = s.user_id
   where s.id = session and s.revoked_at is null and s.expires_at > now()
$$;
`;
