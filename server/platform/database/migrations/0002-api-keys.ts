import { ofCompany, ofNoCompany } from './policies.ts';

const actorTypes = `'user', 'job', 'stripe', 'operator', 'device', 'api_key'`;

/** API keys, their limits, and a new type of actor for what they do. */
export const apiKeys = /* sql */ `
create table api_keys (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  name text not null collate "und-x-icu" check (name <> ''),
  -- SHA-256 of the key, which is random, so that guessing from a hash is hopeless.
  key_hash bytea not null unique check (octet_length(key_hash) = 32),
  -- How the key begins, to tell it from others.
  start text not null,
  scopes text[] not null check (scopes <> '{}'),
  -- Null is every location, also those that are added later.
  location_ids uuid[] check (location_ids <> '{}'),
  origins text[] not null default '{}',
  -- The key never does what this user may not.
  created_by uuid not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  last_used_at timestamptz(3),
  last_used_address text
);
create index api_keys_company on api_keys (company_id, created_at, id) where revoked_at is null;
create index api_keys_maker on api_keys (created_by);
${ofCompany('api_keys')}

-- When the burst of a key is full again. After a crash of the database it is empty and every burst is full, which is why it need
-- not be logged.
create unlogged table api_key_limits (
  api_key_id uuid primary key references api_keys on delete cascade,
  full_at timestamptz(3) not null
);
${ofNoCompany('api_key_limits')}

-- What a key may do now, which is what its maker may do now in the company and at the locations of the key. A key for some
-- locations stands for a user with access to those only. Null for a hash that no live key has, or when its maker has lost the company.
create function api_key_access(hash bytea) returns jsonb
language sql stable security definer set search_path from current as $$
  with key as materialized (
    select k.*, u.email, u.first_name, u.last_name,
           exists (select from company_admins a where a.company_id = k.company_id and a.user_id = k.created_by) as by_admin
      from api_keys k
      join users u on u.id = k.created_by
      join companies c on c.id = k.company_id and c.archived_at is null
     where k.key_hash = hash and k.revoked_at is null
       and not exists (select from company_users n where n.company_id = k.company_id and n.user_id = k.created_by and n.status <> 'active'))
  select jsonb_build_object(
      'userId', k.created_by, 'email', k.email, 'firstName', k.first_name, 'lastName', k.last_name,
      'key', jsonb_build_object('id', k.id, 'companyId', k.company_id, 'name', k.name, 'scopes', k.scopes, 'locationIds', k.location_ids,
                                'origins', k.origins, 'expiresAt', k.expires_at, 'lastUsedAt', k.last_used_at),
      'companies', jsonb_build_array(jsonb_build_object(
        'id', k.company_id, 'role', case when k.by_admin and k.location_ids is null then 'admin' else 'staff' end)),
      'locations', coalesce((
        select jsonb_agg(jsonb_build_object('id', l.id, 'companyId', l.company_id, 'timezone', l.timezone,
                                            'level', case when k.by_admin then 'admin' else g.access_level end) order by l.name, l.id)
          from locations l
          left join location_access g on g.location_id = l.id and g.user_id = k.created_by
         where l.company_id = k.company_id and l.archived_at is null and (k.by_admin or g.user_id is not null)
           and (k.location_ids is null or l.id = any (k.location_ids))), '[]'),
      'needsSecondFactor',
        k.by_admin
        and exists (select from company_settings s where s.company_id = k.company_id and s.security @> '{"requireSecondFactor": true}')
        and not exists (select from second_factors f where f.user_id = k.created_by and f.confirmed_at is not null)
        and not exists (select from passkeys p where p.user_id = k.created_by))
    from key k
   where k.by_admin or exists (select from location_access g where g.company_id = k.company_id and g.user_id = k.created_by)
$$;
alter function api_key_access owner to spotter_maintenance;

-- Whether a key that is neither revoked nor expired names this origin.
create function is_api_key_origin(wanted text, at timestamptz) returns boolean
language sql stable security definer set search_path from current as $$
  select exists (select from api_keys where wanted = any (origins) and revoked_at is null and (expires_at is null or expires_at > at))
$$;
alter function is_api_key_origin owner to spotter_maintenance;

-- Not validated, so that no row is read: every row fits that fitted before.
alter table activity drop constraint activity_actor_type_check,
  add constraint activity_actor_type_check check (actor_type in (${actorTypes})) not valid;
alter table ledger_postings drop constraint ledger_postings_actor_type_check,
  add constraint ledger_postings_actor_type_check check (actor_type in (${actorTypes})) not valid;
`;
