/**
 * Isolation between companies. Requests run as the role `spotter_app`, which owns nothing. Row-level security shows it
 * only the companies named in `spotter.companies`, which is set for one transaction.
 */
const tables = [
  ['companies', 'id'],
  ...[
    'locations', 'location_fees', 'contacts', 'memberships', 'sales_items', 'membership_sales_items', 'agreements',
    'agreement_versions', 'membership_agreements', 'invoices', 'invoice_lines', 'payments', 'contact_memberships',
    'renewals', 'stripe_configs', 'stripe_customers', 'payment_intents', 'stock_holds', 'webhook_events', 'checkins',
    'idempotency_keys',
  ].map((table) => [table, 'company_id']),
];

const policies = tables
  .map(([table, column]) => `
alter table ${table} enable row level security;
create policy tenant on ${table} to spotter_app
  using (${column} = any ((select visible_companies())::uuid[]))
  with check (${column} = any ((select visible_companies())::uuid[]));`)
  .join('\n');

export const tenants = /* sql */ `
do $$ begin
  create role spotter_app nologin;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  if not pg_has_role(current_user, 'spotter_app', 'member') or current_setting('server_version_num')::int >= 160000 then
    execute format('grant spotter_app to %I', current_user);
  end if;
exception when insufficient_privilege then null;
end $$;

do $$ begin execute format('grant usage on schema %I to spotter_app', current_schema()); end $$;
grant select, insert, update, delete on all tables in schema public to spotter_app;
alter default privileges in schema public grant select, insert, update, delete on tables to spotter_app;

create function visible_companies() returns uuid[] language sql stable parallel safe as $$
  select coalesce(nullif(current_setting('spotter.companies', true), ''), '{}')::uuid[]
$$;

${policies}

-- The company of a location and every company's id are asked before a scope exists, and say nothing else.
create function every_company() returns setof uuid language sql stable security definer set search_path from current as $$
  select id from companies
$$;

-- Who holds a session, and what that person reaches: asked on each request, before a scope exists.
create function session_reach(session uuid) returns jsonb
language sql stable security definer set search_path from current as $$
  select jsonb_build_object(
      'userId', u.id, 'email', u.email, 'firstName', u.first_name, 'lastName', u.last_name,
      'companies', coalesce((
        select jsonb_agg(jsonb_build_object('id', held.company_id, 'role', held.role) order by held.rank, held.since, held.company_id)
          from (select company_id, min(role) as role, min(rank) as rank, min(since) as since
                  from (select company_id, 'admin' as role, 0 as rank, created_at as since from company_admins where user_id = u.id
                        union all
                        select company_id, 'staff', 1, created_at from location_access where user_id = u.id) as every_way
                 group by company_id) as held), '[]'),
      'locations', coalesce((
        select jsonb_agg(jsonb_build_object(
            'id', l.id, 'companyId', l.company_id, 'timezone', l.timezone,
            'level', case when a.user_id is not null then 'admin' else g.access_level end) order by l.name, l.id)
          from locations l
          left join company_admins a on a.company_id = l.company_id and a.user_id = u.id
          left join location_access g on g.location_id = l.id and g.user_id = u.id
         where l.archived_at is null and (a.user_id is not null or g.user_id is not null)), '[]'))
    from sessions s join users u on u.id = s.user_id
   where s.id = session and s.revoked_at is null and s.expires_at > now()
$$;

-- Row-level security keeps "like" away from the trigram index (the operator is not leakproof), so the search runs
-- with the owner's rights and carries the wall in its own condition.
create function matching_contacts(pattern text, at_locations uuid[]) returns setof uuid
language sql stable security definer set search_path from current as $$
  select id from contacts
   where search_text like lower(pattern collate "und-x-icu")
     and archived_at is null
     and company_id = any (visible_companies())
     and (at_locations is null or home_location_id = any (at_locations))
$$;
create function matching_invoices(pattern text, at_locations uuid[]) returns setof uuid
language sql stable security definer set search_path from current as $$
  select id from invoices
   where search_text like lower(pattern collate "und-x-icu")
     and company_id = any (visible_companies())
     and (at_locations is null or location_id = any (at_locations))
$$;
`;
