/**
 * Every request begins with this: the person of a session, the companies and locations they may work in, and whether they must
 * turn on a second factor first. Null without a valid session. It replaces `session_reach` and `needs_second_factor`, which
 * read the same tables several times.
 */
export const sessionAccess = /* sql */ `
create function session_access(session uuid) returns jsonb
language sql stable security definer set search_path from current as $$
  with caller as materialized (
    select u.id, u.email, u.first_name, u.last_name, s.last_seen_at, s.by_passkey
      from sessions s join users u on u.id = s.user_id
     where s.id = session and s.revoked_at is null and s.expires_at > now()),
  held as materialized (
    select way.company_id, bool_or(way.is_admin) as is_admin, min(way.since) as since
      from (select company_id, true as is_admin, created_at as since from company_admins where user_id = (select id from caller)
            union all
            select company_id, false, created_at from location_access where user_id = (select id from caller)) as way
      join companies c on c.id = way.company_id and c.archived_at is null
     where not exists (select from company_users n where n.company_id = way.company_id and n.user_id = (select id from caller) and n.status <> 'active')
     group by way.company_id)
  select jsonb_build_object(
      'userId', u.id, 'email', u.email, 'firstName', u.first_name, 'lastName', u.last_name, 'lastSeenAt', u.last_seen_at,
      'companies', coalesce((
        select jsonb_agg(jsonb_build_object('id', company_id, 'role', case when is_admin then 'admin' else 'staff' end)
                         order by is_admin desc, since, company_id)
          from held), '[]'),
      'locations', coalesce((
        select jsonb_agg(jsonb_build_object('id', l.id, 'companyId', l.company_id, 'timezone', l.timezone,
                                            'level', case when h.is_admin then 'admin' else g.access_level end) order by l.name, l.id)
          from held h
          join locations l on l.company_id = h.company_id and l.archived_at is null
          left join location_access g on g.location_id = l.id and g.user_id = u.id
         where h.is_admin or g.user_id is not null), '[]'),
      'needsSecondFactor',
        exists (select from held h join company_settings s on s.company_id = h.company_id where h.is_admin and s.security @> '{"requireSecondFactor": true}')
        and not exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null)
        and not (u.by_passkey and exists (select from passkeys p where p.user_id = u.id)))
    from caller u
$$;
alter function session_access(uuid) owner to spotter_maintenance;
`;
