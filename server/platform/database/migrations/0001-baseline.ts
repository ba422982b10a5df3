import { ofCompany, ofNoCompany } from './policies.ts';

/** The last day of a membership that does not renew; null for one that continues. */
const endDay = `case when auto_renew
  then least(cancels_on, case when planned_membership_id is null then contract_end_date end)
  else least(cancels_on, end_date) end`;

/** The time of the application's clock. */
const now = `coalesce(nullif(current_setting('spotter.now', true), '')::timestamptz, now())`;

const actorTypes = `'user', 'job', 'stripe', 'operator', 'device', 'api_key'`;

/**
 * A lower-cased text without accents and with one kind of apostrophe. Most have neither, which is seen by their length. All in one
 * expression of pg_catalog, so that indexes are built under any search path and it is planned inline.
 */
const plain = `case when octet_length(low) = char_length(low) then low else
      replace(replace(replace(replace(
        translate(regexp_replace(normalize(low, NFD), '[\\u0300-\\u036f]', '', 'g'), 'øłđðħıŧ’‘ʼ', 'olddhit'''''''),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') end`;

/** A search finds people by these. */
const searched = ['first_name', 'last_name', 'email', 'phone', 'home_location_id', 'archived_at'];
const valuesOf = (row: 'old' | 'new') => `(${searched.map((column) => `${row}.${column}`).join(', ')})`;

/**
 * The schema of 1.0.0, with constraints, indexes, policies, triggers and functions beside their tables:
 *
 * - ROLES
 * - TENANCY: companies, locations, settings
 * - PEOPLE: users, sessions, second factors, access, API keys
 * - CATALOG: memberships, sales items and their stock, agreements
 * - CONTACTS: contacts, households, searches, what is announced of them
 * - SIGNATURES
 * - INVOICES AND MONEY: invoices, payments, refunds, payment links, Stripe
 * - CONTACT MEMBERSHIPS: what contacts hold, freezes, their history, renewals
 * - FINISHED DAYS: up to where days are summed, the sums of members
 * - DESK: check-ins, cash drawers, parked sales
 * - DEVICES AND DOORS
 * - LEDGER
 * - TOTALS OF LISTS
 * - SYSTEM: jobs, idempotency keys, activity, emails, files, backups, exports
 * - EVENTS: events, webhooks, changed records
 * - ERASURES
 *
 * Money is whole cents, dates without a time are `date`, moments keep milliseconds (so that an `updatedAt` read by a browser compares
 * exactly). Foreign keys carry the company, so that no row can name a row of another one.
 */
export const baseline = /* sql */ `
create extension if not exists pg_trgm;
create extension if not exists btree_gin;


-- ROLES
-- Requests run as spotter_app, which owns nothing and sees one scope of companies. Background work and functions that look across
-- companies, and backups, run as spotter_maintenance.

do $$ begin
  create role spotter_app nologin;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  create role spotter_maintenance nologin;
exception when duplicate_object or unique_violation then null;
end $$;

do $$ begin
  if not pg_has_role(current_user, 'spotter_app', 'member') or current_setting('server_version_num')::int >= 160000 then
    execute format('grant spotter_app to %I', current_user);
  end if;
exception when insufficient_privilege then null;
end $$;
-- The owner may take this role without inheriting it, or its policies would hold for the owner as well. PostgreSQL 15 knows no
-- such grant: there the owner still sees every row.
do $$ begin
  if current_setting('server_version_num')::int >= 160000 then
    execute format('grant spotter_maintenance to %I with inherit false, set true', current_user);
  else
    execute format('grant spotter_maintenance to %I', current_user);
  end if;
exception when insufficient_privilege then null;
end $$;

do $$ begin
  execute format('grant usage on schema %I to spotter_app', current_schema());
  execute format('grant usage, create on schema %I to spotter_maintenance', current_schema());
end $$;
grant select on migrations to spotter_maintenance;

create function visible_companies() returns uuid[] language sql stable parallel safe as $$
  select coalesce(nullif(current_setting('spotter.companies', true), ''), '{}')::uuid[]
$$;


-- TENANCY

create table companies (
  id uuid primary key,
  name text not null collate "und-x-icu" check (name <> ''),
  email text not null default '',
  phone text not null default '',
  address text not null default '',
  city text not null default '',
  state text not null default '',
  zip_code text not null default '',
  country text not null default '',
  website text not null default '',
  is_active boolean not null default true,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- A company with history is archived instead of deleted: nobody can open it any more, and no job works for it.
  archived_at timestamptz(3)
);
${ofCompany('companies', { column: 'id' })}

create table locations (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  name text not null collate "und-x-icu" check (name <> ''),
  email text not null default '',
  phone text not null default '',
  address text not null default '',
  city text not null default '',
  state text not null default '',
  zip_code text not null default '',
  country text not null default 'USA',
  timezone text not null default 'America/New_York',
  sales_tax_rate numeric(5, 4) not null default 0 check (sales_tax_rate between 0 and 1),
  -- To which coin a cash total is rounded; 0 for exact cash.
  cash_rounding_cents integer not null default 0 check (cash_rounding_cents in (0, 5, 10)),
  -- The letters of its invoice numbers; null for those that its city gives.
  invoice_prefix text check (invoice_prefix ~ '^[A-Z][A-Z0-9]{1,5}$'),
  is_active boolean not null default true,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  archived_at timestamptz(3),
  unique (company_id, id)
);
create unique index locations_invoice_prefix on locations (company_id, invoice_prefix) where invoice_prefix is not null;
${ofCompany('locations')}

create table location_fees (
  id uuid primary key,
  company_id uuid not null,
  location_id uuid not null,
  name text not null check (name <> ''),
  description text not null default '',
  type text not null default 'percentage' check (type in ('percentage', 'fixed')),
  amount numeric(10, 2) not null check (amount >= 0),
  is_active boolean not null default true,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  foreign key (company_id, location_id) references locations (company_id, id) on delete cascade
);
create index location_fees_location on location_fees (location_id, created_at, id);
${ofCompany('location_fees')}

-- By group, only the fields that the company has set, so that the rest follows the defaults.
create table company_settings (
  company_id uuid primary key references companies on delete cascade,
  memberships jsonb not null default '{}',
  payments jsonb not null default '{}',
  receipts jsonb not null default '{}',
  checkins jsonb not null default '{}',
  emails jsonb not null default '{}',
  checklist jsonb not null default '{}',
  accounting jsonb not null default '{}',
  security jsonb not null default '{}',
  privacy jsonb not null default '{}',
  updated_at timestamptz(3) not null
);
${ofCompany('company_settings')}


-- PEOPLE
-- Who may sign in, and to what. A person may work for several companies, and these tables decide the scope, so all but
-- company_users lie outside of it.

create table users (
  id uuid primary key,
  email text not null,
  first_name text not null,
  last_name text not null,
  password_hash text,
  email_verified_at timestamptz(3),
  -- Whether this admin gets the Z report of each closed drawer by mail.
  emails_z_reports boolean not null default false,
  last_seen_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index users_email on users (lower(email));
${ofNoCompany('users')}

create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- In words: 'Chrome on Windows'.
  device text,
  -- A passkey counts as both factors.
  by_passkey boolean not null default false,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  last_seen_at timestamptz(3)
);
create index sessions_user on sessions (user_id);
${ofNoCompany('sessions')}

create table user_tokens (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('reset', 'verify')),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index user_tokens_user on user_tokens (user_id, purpose);
${ofNoCompany('user_tokens')}

-- The latest attempts against each limit: failed sign-ins, emailed links and receipts, a kiosk's codes.
create table rate_limit_hits (
  subject text not null,
  at timestamptz(3) not null default now()
);
create index rate_limit_hits_subject on rate_limit_hits (subject, at);
${ofNoCompany('rate_limit_hits')}

create table second_factors (
  user_id uuid primary key references users on delete cascade,
  secret_sealed text not null,
  -- Null until the first code was typed.
  confirmed_at timestamptz(3),
  -- The time step of the newest code that was used: it and older ones are refused.
  last_step integer,
  created_at timestamptz(3) not null default now()
);
${ofNoCompany('second_factors')}

create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null,
  used_at timestamptz(3),
  primary key (user_id, code_hash)
);
${ofNoCompany('recovery_codes')}

-- A sign-in with the right password that waits for its code.
create table sign_in_challenges (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz(3) not null
);
create index sign_in_challenges_user on sign_in_challenges (user_id);
${ofNoCompany('sign_in_challenges')}

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  credential_id text not null unique,
  public_key bytea not null,
  -- How often the device has signed, as it counts. Passkeys that are kept on several devices say 0.
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index passkeys_user on passkeys (user_id);
${ofNoCompany('passkeys')}

-- What a device is asked to sign. While somebody signs in it is not known who it is.
create table passkey_challenges (
  challenge_hash bytea primary key,
  user_id uuid references users on delete cascade,
  expires_at timestamptz(3) not null
);
create index passkey_challenges_user on passkey_challenges (user_id);
${ofNoCompany('passkey_challenges')}

-- Emails about a user's own second factor or passkeys that wait to be sent.
create table security_emails (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  event text not null,
  attempts integer not null default 0,
  due_at timestamptz(3) not null
);
create index security_emails_user on security_emails (user_id);
create index security_emails_due on security_emails (due_at);
${ofNoCompany('security_emails')}

create table company_admins (
  user_id uuid not null references users on delete cascade,
  company_id uuid not null references companies on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, company_id)
);
create index company_admins_company on company_admins (company_id, user_id);
${ofNoCompany('company_admins')}

create table location_access (
  user_id uuid not null references users on delete cascade,
  company_id uuid not null,
  location_id uuid not null,
  access_level text not null check (access_level in ('admin', 'manager', 'operator', 'point_of_sale')),
  created_at timestamptz(3) not null default now(),
  primary key (user_id, location_id),
  foreign key (company_id, location_id) references locations (company_id, id) on delete cascade
);
create index location_access_company on location_access (company_id, user_id);
create index location_access_location on location_access (location_id, user_id);
${ofNoCompany('location_access')}

-- A company's own data about a person besides their access. A person without a row is active, and only active people can open
-- anything of the company.
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
${ofCompany('company_users')}

-- Announces whose access may have ended, with the commit that ended it, so that open streams are checked at once.
create function announce_access() returns trigger language plpgsql as $$
begin
  perform pg_notify('spotter_access', (case when tg_op = 'DELETE' then old.user_id else new.user_id end)::text);
  return null;
end $$;
create trigger announce_access after update of revoked_at on sessions for each row execute function announce_access();
create trigger announce_access after update or delete on location_access for each row execute function announce_access();
create trigger announce_access after delete on company_admins for each row execute function announce_access();
create trigger announce_access after insert or update of status on company_users for each row execute function announce_access();

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

-- Whether a company asks this person, as one of its admins, for a second factor.
create function requires_second_factor(person uuid) returns boolean
language sql stable security definer set search_path from current as $$
  select exists (
    select from company_admins a
      join companies c on c.id = a.company_id and c.archived_at is null
      join company_settings s on s.company_id = a.company_id and s.security @> '{"requireSecondFactor": true}'
     where a.user_id = person
       and not exists (select from company_users n where n.company_id = a.company_id and n.user_id = person and n.status <> 'active'))
$$;

-- Whether a company asks the person of a session for a second factor that they have not shown: they have none that is asked
-- for at each sign-in, and did not sign in with a passkey, which counts as both factors.
create function needs_second_factor(session uuid) returns boolean
language sql stable security definer set search_path from current as $$
  select requires_second_factor(s.user_id)
     and not exists (select from second_factors f where f.user_id = s.user_id and f.confirmed_at is not null)
     and not (s.by_passkey and exists (select from passkeys p where p.user_id = s.user_id))
    from sessions s where s.id = session
$$;

-- Every request begins with this: the person of a session, the companies and locations they may work in, and whether they must
-- turn on a second factor first. Null without a valid session.
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

-- One row: the token of the link that sets up an empty installation, replaced at each start.
create table setup_token (
  only_row boolean primary key default true check (only_row),
  token_hash bytea not null
);
${ofNoCompany('setup_token')}

create table api_keys (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  name text not null collate "und-x-icu" check (name <> ''),
  -- A publishable key is shown to everybody by a gym's website, and may only sign people up.
  kind text not null default 'secret' check (kind in ('secret', 'publishable')),
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

-- Whether a key that is neither revoked nor expired names this origin.
create function is_api_key_origin(wanted text, at timestamptz) returns boolean
language sql stable security definer set search_path from current as $$
  select exists (select from api_keys where wanted = any (origins) and revoked_at is null and (expires_at is null or expires_at > at))
$$;


-- CATALOG
-- An external_id, here and elsewhere, is the id that another system has for the record. It is unique in the company among what is
-- not deleted.

create table memberships (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  location_id uuid,
  name text not null collate "und-x-icu" check (name <> ''),
  description text not null default '',
  type text not null default 'no_contract' check (type in ('no_contract', 'contract')),
  contract_length_months integer check (contract_length_months between 1 and 60),
  price_cents integer not null check (price_cents > 0),
  billing_frequency text not null default 'monthly' check (billing_frequency in ('monthly', 'annually', 'one_time')),
  access_duration_days integer check (access_duration_days >= 1),
  -- A pack: a one-time plan with a number of visits. One that is used up lasts until the day of its last visit.
  visit_limit integer check (visit_limit between 1 and 1000),
  valid_from text check (valid_from in ('purchase', 'first_visit')),
  visits_per_day smallint check (visits_per_day between 1 and 24),
  external_id text check (external_id <> ''),
  is_published boolean not null default false,
  is_active boolean not null default true,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  archived_at timestamptz(3),
  unique (company_id, id),
  foreign key (company_id, location_id) references locations (company_id, id),
  check ((type = 'contract') = (contract_length_months is not null)),
  check ((billing_frequency = 'one_time') = (access_duration_days is not null)),
  check ((visit_limit is null) = (valid_from is null)),
  check (visit_limit is null or billing_frequency = 'one_time')
);
create index memberships_newest on memberships (company_id, created_at, id) where archived_at is null;
create unique index memberships_external_id on memberships (company_id, external_id)
  where external_id is not null and archived_at is null;
${ofCompany('memberships')}

-- When a plan lets in, by the clock of the location. A plan without rows lets in at any time.
create table access_hours (
  id uuid primary key,
  company_id uuid not null,
  membership_id uuid not null,
  -- 1 is Monday.
  weekdays smallint[] not null check (cardinality(weekdays) between 1 and 7 and weekdays <@ array[1, 2, 3, 4, 5, 6, 7]::smallint[]),
  -- Minutes since midnight. Until the next day when the end is not after the beginning.
  from_minute smallint not null check (from_minute between 0 and 1439),
  to_minute smallint not null check (to_minute between 0 and 1439),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  foreign key (company_id, membership_id) references memberships (company_id, id) on delete cascade
);
create index access_hours_plan on access_hours (membership_id);
${ofCompany('access_hours')}

create table sales_items (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  location_id uuid not null,
  name text not null collate "und-x-icu" check (name <> ''),
  description text not null default '',
  price_cents integer not null check (price_cents >= 0),
  is_active boolean not null default true,
  is_published boolean not null default false,
  is_physical_item boolean not null default false,
  inventory_quantity integer not null default 0 check (inventory_quantity >= 0),
  -- Stock of this many or fewer is low; null when only what is sold out is.
  low_stock_level integer check (low_stock_level >= 0),
  -- What one piece cost at the last delivery. Managers read it.
  cost_cents integer check (cost_cents >= 0),
  category text collate "und-x-icu" check (category <> ''),
  -- One item of a location has it. A deleted item's is taken away, so that it is free again.
  barcode text check (barcode <> ''),
  is_favorite boolean not null default false,
  external_id text check (external_id <> ''),
  image_original_key text,
  image_preview_key text,
  image_thumbnail_key text,
  image_file_name text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  archived_at timestamptz(3),
  unique (company_id, id),
  foreign key (company_id, location_id) references locations (company_id, id)
);
create index sales_items_newest on sales_items (location_id, created_at, id) where archived_at is null;
create index sales_items_name on sales_items (location_id, name, id) where archived_at is null;
create unique index sales_items_barcode on sales_items (location_id, barcode) where barcode is not null;
create unique index sales_items_external_id on sales_items (company_id, external_id)
  where external_id is not null and archived_at is null;
${ofCompany('sales_items')}

-- What was delivered, and what a count found. Sales and refunds change the stock through their invoices.
create table stock_movements (
  id uuid primary key,
  company_id uuid not null,
  sales_item_id uuid not null,
  kind text not null check (kind in ('received', 'counted')),
  change integer not null,
  quantity_after integer not null check (quantity_after >= 0),
  unit_cost_cents integer check (unit_cost_cents >= 0),
  note text not null default '',
  moved_by uuid not null,
  moved_by_name text not null,
  created_at timestamptz(3) not null,
  foreign key (company_id, sales_item_id) references sales_items (company_id, id) on delete cascade
);
create index stock_movements_item on stock_movements (sales_item_id, id);
${ofCompany('stock_movements', { may: 'select, insert' })}

create table membership_sales_items (
  id uuid primary key,
  company_id uuid not null,
  membership_id uuid not null,
  sales_item_id uuid not null,
  is_required boolean not null default true,
  display_order integer not null default 0 check (display_order >= 0),
  created_at timestamptz(3) not null default now(),
  unique (membership_id, sales_item_id),
  foreign key (company_id, membership_id) references memberships (company_id, id) on delete cascade,
  foreign key (company_id, sales_item_id) references sales_items (company_id, id) on delete cascade
);
create index membership_sales_items_item on membership_sales_items (sales_item_id);
${ofCompany('membership_sales_items')}

create table agreements (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  location_id uuid,
  name text not null collate "und-x-icu" check (name <> ''),
  description text not null default '',
  display_order integer not null default 0 check (display_order >= 0),
  -- When everybody was asked to sign again. What was signed before no longer counts.
  sign_again_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  archived_at timestamptz(3),
  unique (company_id, id),
  foreign key (company_id, location_id) references locations (company_id, id)
);
create index agreements_order on agreements (company_id, display_order, id) where archived_at is null;
${ofCompany('agreements')}

create table agreement_versions (
  id uuid primary key,
  company_id uuid not null,
  agreement_id uuid not null,
  version_number integer not null check (version_number >= 1),
  file_key text not null,
  file_name text not null,
  file_size integer not null,
  sha256 bytea not null check (octet_length(sha256) = 32),
  created_at timestamptz(3) not null default now(),
  unique (company_id, id),
  unique (agreement_id, version_number),
  foreign key (company_id, agreement_id) references agreements (company_id, id) on delete cascade
);
${ofCompany('agreement_versions')}

create table membership_agreements (
  company_id uuid not null,
  membership_id uuid not null,
  agreement_id uuid not null,
  primary key (membership_id, agreement_id),
  foreign key (company_id, membership_id) references memberships (company_id, id) on delete cascade,
  foreign key (company_id, agreement_id) references agreements (company_id, id) on delete cascade
);
create index membership_agreements_agreement on membership_agreements (agreement_id);
${ofCompany('membership_agreements')}


-- CONTACTS

-- Two lower-cased texts that differ in accents or in the kind of their apostrophes only give the same.
create function search_words(low text) returns text language sql immutable parallel safe as $$
  select ${plain}
$$;

-- A text as searches look at it: O'Neil is found by 'oneil' and by 'neil', so a text with an apostrophe stands there twice, first
-- without any. What is typed has none. The digits of a phone number follow.
create function search_spellings(low text, phone text) returns text language sql immutable parallel safe as $$
  select case when low ~ '[''’‘ʼ]' then replace(${plain}, '''', '') || ' ' else '' end
    || ${plain}
    || case when translate(phone, '+0123456789', '') = '' then '' else ' ' || regexp_replace(phone, '[^0-9]', '', 'g') end
$$;

create function lower_tags(tags text[]) returns text[] language sql immutable parallel safe as $$
  select array(select lower(tag collate "und-x-icu") from unnest(tags) as tag)
$$;

create table contacts (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  home_location_id uuid not null,
  first_name text not null collate "und-x-icu" check (first_name <> ''),
  last_name text not null collate "und-x-icu" check (last_name <> ''),
  email text not null,
  phone text not null default '',
  date_of_birth date,
  address text not null default '',
  city text not null default '',
  state text not null default '',
  zip_code text not null default '',
  emergency_contact_name text not null default '',
  emergency_contact_phone text not null default '',
  notes text not null default '',
  tags text[] not null default '{}',
  image_original_key text,
  image_preview_key text,
  image_thumbnail_key text,
  image_file_name text,
  image_file_size integer,
  image_uploaded_at timestamptz(3),
  external_id text check (external_id <> ''),
  -- The last day on which this contact counts as a member; kept by triggers on contact_memberships and membership_freezes.
  member_through date,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  archived_at timestamptz(3),
  search_text text not null generated always as (
    lower((first_name || ' ' || last_name || ' ' || email || ' ' || phone) collate "und-x-icu")
  ) stored,
  unique (company_id, id),
  foreign key (company_id, home_location_id) references locations (company_id, id),
  -- Customers without a name have none, see walk_in_contacts.
  constraint contacts_email_check check (email <> '' or archived_at is not null)
)
-- A night of renewals changes one contact in twenty, on nearly every page of the table. Reports that read an index of contacts then
-- look at each row as well, until the table is vacuumed. By default that is after one in five has changed.
with (autovacuum_vacuum_scale_factor = 0.02);
create unique index contacts_email on contacts (company_id, lower(email)) where archived_at is null;
create index contacts_phone on contacts (company_id, phone) where archived_at is null and phone <> '';
create index contacts_birthday on contacts (company_id, date_of_birth) where archived_at is null and date_of_birth is not null;
-- With the company in them, lists find the rows of a page in the index alone, through row-level security too.
create index contacts_newest on contacts (home_location_id, created_at, id) include (company_id, member_through) where archived_at is null;
create index contacts_first_name on contacts (home_location_id, first_name, id) include (company_id, member_through) where archived_at is null;
create index contacts_spellings on contacts using gin (home_location_id, search_spellings(search_text, phone) gin_trgm_ops)
  where archived_at is null;
create index contacts_tags on contacts using gin (home_location_id, lower_tags(tags)) where archived_at is null and tags <> '{}';
create index contacts_tagged on contacts (company_id) where archived_at is null and tags <> '{}';
create unique index contacts_external_id on contacts (company_id, external_id)
  where external_id is not null and archived_at is null;
${ofCompany('contacts')}

-- What staff write down about a contact, beside the notes of its record.
create table contact_notes (
  id uuid primary key,
  company_id uuid not null,
  contact_id uuid not null,
  text text not null check (text <> ''),
  -- Copies, since a user may lose their access.
  author_id uuid not null,
  author_name text not null,
  created_at timestamptz(3) not null,
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade
);
create index contact_notes_contact on contact_notes (contact_id, created_at, id);
${ofCompany('contact_notes')}

-- The codes on the cards of contacts.
create table contact_codes (
  code text primary key check (code ~ '^[2-9A-HJKMNP-Z]{12}$'),
  company_id uuid not null,
  contact_id uuid not null,
  created_at timestamptz(3) not null default now(),
  -- When another one replaced it. It is kept, so that who scans it is told.
  ended_at timestamptz(3),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade
);
create unique index contact_codes_current on contact_codes (contact_id) where ended_at is null;
create index contact_codes_of on contact_codes (contact_id);
${ofCompany('contact_codes')}

-- Who is not let in, whatever they hold.
create table contact_blocks (
  id uuid primary key,
  company_id uuid not null,
  contact_id uuid not null,
  reason text not null,
  -- The last day; null while open.
  until_day date,
  created_at timestamptz(3) not null,
  created_by uuid,
  created_by_name text not null,
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade
);
create index contact_blocks_of on contact_blocks (contact_id);
${ofCompany('contact_blocks')}

-- Sales to customers without a name: each location has one contact for them, created when it is first needed. It is archived
-- from the start, so that it is not listed, searched, counted or checked in, and it has no address.
create table walk_in_contacts (
  location_id uuid primary key,
  company_id uuid not null,
  contact_id uuid not null unique,
  foreign key (company_id, location_id) references locations (company_id, id) on delete cascade,
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade
);
${ofCompany('walk_in_contacts')}

-- One payer for several members. An invoice of a household has a line for each member whose membership it renews.
create table households (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  name text not null check (name <> ''),
  payer_id uuid not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (company_id, id)
);
create index households_newest on households (company_id, created_at, id);
${ofCompany('households')}

-- The payer is one of them.
create table household_members (
  contact_id uuid primary key,
  company_id uuid not null,
  household_id uuid not null,
  relation text not null default '',
  -- Speaks for the household at the desk.
  may_act boolean not null default false,
  joined_at timestamptz(3) not null,
  unique (household_id, contact_id),
  foreign key (company_id, household_id) references households (company_id, id) on delete cascade,
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade
);
${ofCompany('household_members')}
alter table households add constraint households_payer
  foreign key (id, payer_id) references household_members (household_id, contact_id) deferrable initially deferred;

-- Who gets the invoices of a contact's memberships.
create function payer_of(contact uuid) returns uuid language sql stable as $$
  select coalesce(
    (select h.payer_id from household_members m join households h on h.id = m.household_id where m.contact_id = contact), contact)
$$;

-- Row-level security keeps "like" and lower() away from the indexes (they are not leakproof). So searches run with the rights of
-- spotter_maintenance and check the companies in their own conditions. They are planned for the actual text each time: a generic
-- plan expects every search to match half of the table.

-- A condition: all of the words are found in this text, or one of the others. Null where there is nothing to find.
create function search_condition(found_in text, words text[], others text[]) returns text language sql stable as $$
  select nullif(concat_ws(' or ',
    (select '(' || string_agg(format('%s like %L', found_in, search_words(lower(word collate "und-x-icu"))), ' and ') || ')' from unnest(words) as word),
    (select string_agg(format('%s like %L', found_in, search_words(lower(other collate "und-x-icu"))), ' or ') from unnest(others) as other)), '')
$$;

-- Without locations: those of all companies in scope. Without words, others or tags those do not narrow it.
create function contacts_found_by(words text[], others text[], with_tags text[], at_locations uuid[]) returns setof contacts
language plpgsql stable security definer set search_path from current as $$
begin
  return query execute
    'select * from contacts where archived_at is null and company_id = any ($1) and home_location_id = any ($2)'
      || coalesce(' and (' || search_condition('search_spellings(search_text, phone)', words, others) || ')', '')
      || case when cardinality(with_tags) > 0 then ' and tags <> ''{}'' and lower_tags(tags) @> $3' else '' end
    using visible_companies(),
          coalesce(at_locations, array(select id from locations where company_id = any (visible_companies()))),
          lower_tags(with_tags);
end $$;

create function similar_contacts(in_companies uuid[], like_email text, like_phone text, like_first text, like_last text, born date)
returns table (id uuid, reason text)
language sql stable security definer set search_path from current as $$
  select c.id, 'email' from contacts c
   where c.company_id = any (in_companies) and c.company_id = any (visible_companies()) and c.archived_at is null
     and lower(c.email) = lower(like_email)
  union all
  select c.id, 'phone' from contacts c
   where c.company_id = any (in_companies) and c.company_id = any (visible_companies()) and c.archived_at is null
     and c.phone = like_phone and c.phone <> ''
  union all
  select c.id, 'name_and_birthday' from contacts c
   where c.company_id = any (in_companies) and c.company_id = any (visible_companies()) and c.archived_at is null
     and c.date_of_birth = born
     and lower(c.first_name) = lower(like_first collate "und-x-icu") and lower(c.last_name) = lower(like_last collate "und-x-icu")
$$;

create function contacts_with_emails(in_company uuid, emails text[])
returns table (id uuid, first_name text, last_name text, email text)
language sql stable security definer set search_path from current as $$
  select c.id, c.first_name, c.last_name, c.email
    from unnest(emails) as wanted (email)
    join contacts c on c.company_id = in_company and lower(c.email) = lower(wanted.email)
   where c.archived_at is null and c.company_id = any (visible_companies())
$$;

-- Announces with the commit of the change that a search for people of a company finds somebody else, or finds them by something else:
-- which contact of which company changed and where, at a location or at all (*). The company alone says that anybody may have
-- changed. A check-in, a sale or a renewal changes none of that, so it does not wait for other commits that announce something.
create function announce_contact(company uuid, contact uuid, place text) returns void language plpgsql as $$
begin
  perform pg_notify('spotter_contacts', concat_ws(' ', company, contact, place));
end $$;

-- Whether somebody stopped or began to be a member is asked by the clock of their home location.
create function announce_people() returns trigger language plpgsql as $$
declare
  today date;
  contact uuid := case when tg_op = 'DELETE' then old.id else new.id end;
begin
  if tg_op = 'UPDATE' and ${valuesOf('old')} is not distinct from ${valuesOf('new')} then
    select (now() at time zone timezone)::date into today from locations where id = new.home_location_id;
    if (old.member_through >= today) is not distinct from (new.member_through >= today) then return null; end if;
  end if;
  perform announce_contact(coalesce(new.company_id, old.company_id), contact, place)
     from (select old.home_location_id::text union select new.home_location_id::text
           union select coalesce(m.location_id::text, '*') from contact_memberships m
            where m.contact_id = contact and m.granted_at is not null) as places (place)
    where place is not null;
  return null;
end $$;
create trigger announce_added_people after insert or delete on contacts for each row execute function announce_people();
create trigger announce_people after update of ${searched.join(', ')}, member_through on contacts for each row
  when ((${valuesOf('old')}, old.member_through) is distinct from (${valuesOf('new')}, new.member_through))
  execute function announce_people();

create function announce_timezone() returns trigger language plpgsql as $$
begin
  perform announce_contact(new.company_id, null, null);
  return null;
end $$;
create trigger announce_timezone after update of timezone on locations for each row
  when (old.timezone is distinct from new.timezone) execute function announce_timezone();


-- SIGNATURES
-- Signed agreements, the links to sign by, and the keys that seal them.

create table signatures (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  contact_id uuid not null,
  agreement_id uuid not null,
  agreement_version_id uuid not null,
  contact_membership_id uuid,
  -- The agreement's sign_again_at when it was signed: a version is signed once until everybody is asked again.
  asked_at timestamptz(3) not null default '1970-01-01Z',
  agreement_name text not null,
  version_number integer not null,
  document_sha256 bytea not null check (octet_length(document_sha256) = 32),
  document_size integer not null,
  method text not null check (method in ('desk', 'link', 'paper')),
  name text not null check (name <> ''),
  guardian_name text,
  guardian_relation text,
  consent_text text not null default '',
  consent_sha256 bytea check (octet_length(consent_sha256) = 32),
  ticks jsonb not null default '[]',
  opened_at timestamptz(3),
  read_to_end_at timestamptz(3),
  signed_at timestamptz(3) not null,
  timezone text not null,
  ip_address text not null default '',
  user_agent text not null default '',
  -- The address that the link was emailed to.
  emailed_to text,
  witness_id uuid,
  witness_name text,
  -- The sealed PDF, or the scan.
  file_key text,
  file_size integer,
  sealed_at timestamptz(3),
  sealed_sha256 bytea check (octet_length(sealed_sha256) = 32),
  before_seal_sha256 bytea check (octet_length(before_seal_sha256) = 32),
  seal_sha256 bytea check (octet_length(seal_sha256) = 32),
  seal_due_at timestamptz(3),
  seal_attempts integer not null default 0,
  unique (company_id, id),
  unique (contact_id, agreement_version_id, asked_at),
  foreign key (company_id, contact_id) references contacts (company_id, id),
  foreign key (company_id, agreement_id) references agreements (company_id, id),
  foreign key (company_id, agreement_version_id) references agreement_versions (company_id, id),
  check ((guardian_name is null) = (guardian_relation is null)),
  check ((method = 'paper') = (consent_sha256 is null)),
  check (method <> 'paper' or file_key is not null),
  check ((sealed_at is null) = (sealed_sha256 is null)),
  check (sealed_at is null or file_key is not null),
  check ((seal_due_at is not null) = (method <> 'paper' and sealed_at is null))
);
create index signatures_contact on signatures (contact_id, signed_at desc, id);
create index signatures_agreement on signatures (agreement_id, contact_id, signed_at);
create index signatures_due on signatures (seal_due_at, id) where seal_due_at is not null;
create index signatures_sealed on signatures (sealed_sha256) where sealed_at is not null;
create index signatures_before_seal on signatures (before_seal_sha256) where sealed_at is not null;
create index signatures_seal on signatures (seal_sha256) where sealed_at is not null;
-- Never removed, and what was signed is never changed.
${ofCompany('signatures', { may: 'select, insert' })}
grant update (file_key, file_size, sealed_at, sealed_sha256, before_seal_sha256, seal_sha256, seal_due_at, seal_attempts)
  on signatures to spotter_app;

create table signature_drawings (
  signature_id uuid primary key,
  company_id uuid not null,
  png bytea not null,
  foreign key (company_id, signature_id) references signatures (company_id, id) on delete cascade
);
${ofCompany('signature_drawings', { may: 'select, insert' })}

create table signature_requests (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  contact_id uuid not null,
  token_hash bytea not null unique,
  -- The versions that were the newest when it was made. They may be signed by this link later too.
  agreement_version_ids uuid[] not null check (cardinality(agreement_version_ids) > 0),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  replaced_at timestamptz(3),
  signed_at timestamptz(3),
  opened_at timestamptz(3),
  emailed_to text,
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade
);
create unique index signature_requests_current on signature_requests (contact_id) where replaced_at is null;
create index signature_requests_contact on signature_requests (contact_id);
create index signature_requests_expired on signature_requests (expires_at);
${ofCompany('signature_requests')}

-- The newest that opens with the secret seals. Encrypted with the secret.
create table sealing_keys (
  id uuid primary key,
  certificate bytea not null,
  private_key_sealed text not null,
  created_at timestamptz(3) not null default now()
);
${ofNoCompany('sealing_keys')}

-- A company's own certificate with its key, encrypted, for sealing agreements.
create table signing_certificates (
  company_id uuid primary key references companies on delete cascade,
  p12_sealed text not null,
  subject text not null,
  issuer text not null,
  valid_from timestamptz(3) not null,
  valid_to timestamptz(3) not null check (valid_to > valid_from),
  uploaded_by uuid not null,
  uploaded_by_name text not null,
  uploaded_at timestamptz(3) not null
);
${ofCompany('signing_certificates')}

-- The company of a link: asked by its token, before a scope exists.
create function signature_request_company(hash bytea) returns uuid
language sql stable security definer set search_path from current as $$
  select r.company_id from signature_requests r join companies c on c.id = r.company_id and c.archived_at is null
   where r.token_hash = hash
$$;

-- The company and the signature that a PDF with one of these hashes is of, the best match first.
create function find_sealed_signature(whole bytea, before_seal bytea, seal bytea) returns table (company_id uuid, id uuid)
language sql stable security definer set search_path from current as $$
  select s.company_id, s.id from signatures s
   where s.sealed_at is not null and (s.sealed_sha256 = whole or s.before_seal_sha256 = before_seal or s.seal_sha256 = seal)
   order by s.sealed_sha256 = whole desc, s.seal_sha256 = seal desc
   limit 1
$$;


-- INVOICES AND MONEY
-- An invoice copies every name, price and rate, so that no later edit changes it.

create table invoices (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  location_id uuid not null,
  contact_id uuid not null,
  -- What it is for. Its subject is in contact_memberships (purchase), renewals, plan_changes or membership_freezes (freeze_fee).
  -- A manual balance was owed before the member was imported: it is collected, but was never sold here.
  kind text not null check (kind in ('items', 'purchase', 'renewal', 'plan_change', 'freeze_fee', 'manual_balance')),
  status text not null check (status in ('draft', 'open', 'partially_paid', 'paid', 'overdue', 'void', 'refunded')),
  description text not null default '',
  subtotal_cents integer not null check (subtotal_cents >= 0),
  tax_rate numeric(5, 4) not null default 0,
  tax_cents integer not null check (tax_cents >= 0),
  total_cents integer not null check (total_cents = subtotal_cents + tax_cents),
  paid_cents integer not null default 0 check (paid_cents >= 0),
  due_cents integer not null check (due_cents >= 0),
  written_off_cents integer not null default 0,
  -- What was added to the last payment so that it could be paid in coins; paid includes it.
  cash_rounding_cents integer not null default 0,
  -- The refunded part of what was paid.
  refunded_cents integer not null default 0,
  currency text not null default 'USD',
  customer_first_name text not null collate "und-x-icu",
  customer_last_name text not null collate "und-x-icu",
  customer_email text not null,
  customer_phone text not null default '',
  location_name text not null,
  company_name text not null,
  external_id text check (external_id <> ''),
  notes text not null default '',
  -- Why it was voided or written off.
  closed_reason text,
  -- Since when a payment is disputed; null again once the dispute is won.
  disputed_at timestamptz(3),
  metadata jsonb not null default '{}',
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  search_text text not null generated always as (
    lower((customer_first_name || ' ' || customer_last_name || ' ' || customer_email || ' ' || customer_phone || ' '
      || id::text || ' ' || (total_cents / 100)::text || '.' || lpad((total_cents % 100)::text, 2, '0')) collate "und-x-icu")
  ) stored,
  unique (company_id, id),
  foreign key (company_id, location_id) references locations (company_id, id),
  foreign key (company_id, contact_id) references contacts (company_id, id),
  check (paid_cents + due_cents = total_cents + cash_rounding_cents or status = 'void'),
  -- With the check above: paid + due + written off = total, unless nobody ever paid a void one.
  constraint invoices_written_off check (
    written_off_cents = 0
    or (written_off_cents > 0 and status = 'void' and due_cents = 0 and paid_cents + written_off_cents = total_cents)),
  constraint invoices_refunded check (refunded_cents between 0 and paid_cents)
);
create index invoices_newest on invoices (location_id, created_at, id) include (company_id);
create index invoices_status on invoices (location_id, status, id) include (company_id);
create index invoices_total on invoices (location_id, total_cents, id) include (company_id);
create index invoices_due on invoices (location_id, due_cents, id) include (company_id);
create index invoices_contact on invoices (contact_id, created_at, id) include (company_id, location_id, status, total_cents, due_cents);
create index invoices_spellings on invoices using gin (location_id, search_spellings(search_text, customer_phone) gin_trgm_ops);
create index invoices_owed on invoices (company_id, contact_id) include (due_cents)
  where due_cents > 0 and status in ('open', 'partially_paid', 'overdue');
-- The few that were paid after something newer took their place, and are to be refunded.
create index invoices_paid_for_nothing on invoices (location_id) where metadata ->> 'isPaidForNothing' = 'true';
create unique index invoices_external_id on invoices (company_id, external_id) where external_id is not null;
${ofCompany('invoices')}

create function invoices_found_by(words text[], others text[], at_locations uuid[]) returns setof invoices
language plpgsql stable security definer set search_path from current as $$
begin
  return query execute
    'select * from invoices where company_id = any ($1) and location_id = any ($2)'
      || coalesce(' and (' || search_condition('search_spellings(search_text, customer_phone)', words, others) || ')', '')
    using visible_companies(), at_locations;
end $$;

-- The number that people say, 'CHI-10423': the location's letters, and a count without gaps in order of issue. It is taken when the
-- transaction that wrote the invoice commits, so no sale waits for another.
create table invoice_counters (
  location_id uuid primary key,
  company_id uuid not null,
  prefix text not null,
  last integer not null,
  unique (company_id, prefix),
  foreign key (company_id, location_id) references locations (company_id, id) on delete cascade
);
${ofCompany('invoice_counters')}
create table invoice_numbers (
  invoice_id uuid primary key,
  company_id uuid not null,
  number text not null,
  sequence integer not null,
  unique (company_id, number),
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete cascade
);
create index invoice_numbers_sequence on invoice_numbers (company_id, sequence);
${ofCompany('invoice_numbers', { may: 'select, insert' })}

-- Whether another location of the company begins its numbers like this, will do so, or did: numbers are unique in the company.
create function is_invoice_prefix_taken(location uuid, wanted text) returns boolean language sql stable as $$
  select exists (
    select from locations own
     where own.id = location and (
       exists (select from locations l where l.company_id = own.company_id and l.id <> own.id and l.invoice_prefix = wanted)
       or exists (select from invoice_counters c where c.company_id = own.company_id and c.location_id <> own.id and c.prefix = wanted)
       or exists (
         select from invoice_numbers n join invoices i on i.id = n.invoice_id
          where n.company_id = own.company_id and n.number like wanted || '-%' and i.location_id <> own.id)))
$$;

-- Three letters of the city, or of the location's name, with a digit if another location has them.
create function new_invoice_prefix(location uuid) returns text language plpgsql as $$
declare
  letters text;
  wanted text;
begin
  select coalesce(nullif(upper(left(regexp_replace(l.city, '[^A-Za-z]', '', 'g'), 3)), ''),
                  nullif(upper(left(regexp_replace(l.name, '[^A-Za-z]', '', 'g'), 3)), ''), 'GYM')
    into letters from locations l where l.id = location;
  for n in 1..10000 loop
    wanted := letters || case n when 1 then '' else n::text end;
    if not is_invoice_prefix_taken(location, wanted) then return wanted; end if;
  end loop;
  return null;
end $$;

create function number_invoice() returns trigger language plpgsql as $$
declare
  own invoice_counters;
  prefix text;
begin
  -- It may have been deleted, or numbered, in the same transaction.
  if not exists (select from invoices i where i.id = new.id) or exists (select from invoice_numbers n where n.invoice_id = new.id) then
    return null;
  end if;
  update invoice_counters c set last = c.last + 1 where c.location_id = new.location_id returning c.* into own;
  if own.location_id is null then
    -- The first invoice of the location.
    perform pg_advisory_xact_lock(hashtextextended('invoice prefix', 0));
    insert into invoice_counters as c (location_id, company_id, prefix, last)
    values (new.location_id, new.company_id, coalesce((select c.prefix from invoice_counters c where c.location_id = new.location_id), new_invoice_prefix(new.location_id)), 10001)
        on conflict (location_id) do update set last = c.last + 1
    returning c.* into own;
  end if;
  -- The counter's lock is held: a change of the prefix takes it too.
  prefix := coalesce((select l.invoice_prefix from locations l where l.id = new.location_id), own.prefix);
  insert into invoice_numbers (invoice_id, company_id, number, sequence) values (new.id, new.company_id, prefix || '-' || own.last, own.last);
  return null;
end $$;
create constraint trigger invoices_number after insert on invoices deferrable initially deferred for each row
  when (new.status <> 'draft') execute function number_invoice();
create constraint trigger invoices_number_issued after update of status on invoices deferrable initially deferred for each row
  when (old.status = 'draft' and new.status <> 'draft') execute function number_invoice();

create table invoice_lines (
  invoice_id uuid not null,
  position integer not null,
  company_id uuid not null,
  type text not null check (type in ('membership', 'sales_item', 'location_fee')),
  item_id uuid,
  name text not null,
  description text not null default '',
  -- Whose membership the line is for, when somebody else gets the invoice. A copy, like the other names.
  member_name text,
  quantity integer not null check (quantity between 1 and 10000),
  price_cents integer not null,
  discount_cents integer not null default 0,
  discount_reason text,
  -- After the discount, before tax.
  total_cents integer not null,
  primary key (invoice_id, position),
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete cascade,
  constraint invoice_lines_discount check (
    discount_cents = 0
    or (discount_cents > 0 and discount_reason is not null and total_cents >= 0
        and total_cents + discount_cents = price_cents::bigint * quantity))
);
create index invoice_lines_item on invoice_lines (item_id) where item_id is not null;
create index invoice_lines_further on invoice_lines (invoice_id) include (company_id) where position > 0;
${ofCompany('invoice_lines')}

-- A refund that the bank returned is booked back by a row of kind refund_failed, so that earlier days do not change. Amounts are
-- positive: the kind says which way the money went.
create table payments (
  id uuid primary key,
  company_id uuid not null,
  invoice_id uuid not null,
  kind text not null check (kind in ('payment', 'refund', 'refund_failed')),
  amount_cents integer not null check (amount_cents >= 0),
  method text not null check (method in ('cash', 'card', 'other')),
  -- The name of another method in the company's settings.
  other_method text,
  reference text,
  status text not null check (status in ('pending', 'completed', 'failed', 'refunded')),
  stripe_payment_intent_id text,
  -- Null while only the sum of a charge's refunds is known.
  stripe_refund_id text,
  refund_of uuid,
  -- The staff's refund of which this row is a part.
  refund_id uuid,
  -- What went back at Stripe beyond what was left to refund, or the part of a failed refund that had been beyond it.
  surplus_cents integer not null default 0 check (surplus_cents >= 0),
  -- What rounding added: the amount of a payment includes it, that of a refund does not.
  rounding_cents integer not null default 0,
  tendered_cents integer,
  failure_message text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (stripe_refund_id, kind),
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete cascade,
  check ((kind = 'payment') = (status <> 'refunded')),
  -- So that it is booked once.
  check (kind <> 'refund_failed' or stripe_refund_id is not null)
);
create index payments_invoice on payments (invoice_id, created_at);
create unique index payments_intent on payments (stripe_payment_intent_id)
  where stripe_payment_intent_id is not null and kind = 'payment';
create index payments_time on payments (company_id, created_at);
create index payments_refunded on payments (company_id) where kind <> 'payment';
${ofCompany('payments')}

-- Refunds that staff make. One takes effect once Stripe has confirmed each part.
create table refunds (
  id uuid primary key,
  company_id uuid not null,
  invoice_id uuid not null,
  -- 0 for a piece of a line that costs less than a cent; the last piece takes the rest.
  amount_cents integer not null check (amount_cents >= 0),
  destination text not null check (destination in ('card', 'cash')),
  reason text not null,
  membership text not null check (membership in ('keep', 'end_now', 'end_at_period')),
  lines jsonb not null,
  parts jsonb not null,
  created_by uuid not null,
  created_at timestamptz(3) not null default now(),
  -- Until then a request may be waiting for Stripe.
  busy_until timestamptz(3),
  completed_at timestamptz(3),
  -- When the bank returned all of its money.
  failed_at timestamptz(3),
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete cascade
);
create index refunds_invoice on refunds (invoice_id, created_at);
-- One at a time, so that two never give back the same money.
create unique index refunds_pending on refunds (invoice_id) where completed_at is null;
${ofCompany('refunds')}

create table stock_reservations (
  invoice_id uuid not null,
  sales_item_id uuid not null,
  company_id uuid not null,
  quantity integer not null check (quantity > 0),
  state text not null default 'reserved' check (state in ('reserved', 'sold', 'returned')),
  primary key (invoice_id, sales_item_id),
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete cascade,
  foreign key (company_id, sales_item_id) references sales_items (company_id, id)
);
create index stock_reservations_item on stock_reservations (sales_item_id);
${ofCompany('stock_reservations')}

-- Links for paying an invoice without signing in. A newer link replaces the older one, whose row stays so that its page can say so.
create table payment_links (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  invoice_id uuid not null,
  token_hash bytea not null unique,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  replaced_at timestamptz(3),
  is_emailed boolean not null default false,
  -- When the payer's page first read it.
  opened_at timestamptz(3),
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete cascade
);
create unique index payment_links_current on payment_links (invoice_id) where replaced_at is null;
create index payment_links_expired on payment_links (expires_at);
${ofCompany('payment_links')}

-- The company of a link: asked by its token, before a scope exists.
create function payment_link_company(hash bytea) returns uuid
language sql stable security definer set search_path from current as $$
  select l.company_id from payment_links l join companies c on c.id = l.company_id and c.archived_at is null
   where l.token_hash = hash
$$;

create table stripe_configs (
  company_id uuid primary key references companies on delete cascade,
  publishable_key text not null,
  secret_key_sealed text not null,
  secret_key_masked text not null,
  webhook_endpoint_id text,
  webhook_secret_sealed text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
${ofCompany('stripe_configs')}

create table stripe_customers (
  company_id uuid not null,
  contact_id uuid not null,
  customer_id text not null,
  payment_method_id text,
  -- Stripe is asked for an imported customer's card when it is first needed.
  is_imported boolean not null default false,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, contact_id),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade
);
${ofCompany('stripe_customers')}

-- Stripe's data about the saved cards. A job reads it, and again after some weeks, since banks renew cards. A row is valid while
-- its card is the customer's current one.
create table saved_cards (
  company_id uuid not null,
  contact_id uuid not null,
  payment_method_id text not null,
  -- All three are null for one that Stripe does not have, or that is no card.
  brand text,
  last_digits text,
  -- The last day on which the card can be charged.
  last_day date,
  read_at timestamptz(3) not null,
  -- Earlier cards of the customer, which a job detaches at Stripe.
  replaced_ids text[] not null default '{}',
  primary key (company_id, contact_id),
  foreign key (company_id, contact_id) references stripe_customers (company_id, contact_id) on delete cascade
);
-- For the cards that have expired by the next renewal, of a report.
create index saved_cards_last_day on saved_cards (company_id, last_day) where last_day is not null;
${ofCompany('saved_cards')}

create table payment_intents (
  id text primary key,
  company_id uuid not null,
  invoice_id uuid not null,
  attempt integer not null default 1,
  amount_cents integer not null,
  currency text not null default 'usd',
  status text not null,
  -- Canceled, such an intent leaves its invoice as it is: it is collected in another way.
  keeps_invoice boolean not null default false,
  created_at timestamptz(3) not null default now(),
  checked_at timestamptz(3),
  settled_at timestamptz(3),
  unique (invoice_id, attempt),
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete cascade
);
create index payment_intents_open on payment_intents (created_at) where settled_at is null;
create index payment_intents_invoice on payment_intents (invoice_id);
create index payment_intents_settled on payment_intents (company_id, settled_at) where status = 'succeeded';
${ofCompany('payment_intents')}

-- Card sales whose payment has neither succeeded nor failed for good: the work list of the sweep. It does not list invoices that
-- are open for another reason.
create table awaited_payments (
  invoice_id uuid primary key,
  company_id uuid not null,
  since timestamptz(3) not null,
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete cascade
);
create index awaited_payments_company on awaited_payments (company_id, since);
${ofCompany('awaited_payments')}

create table webhook_events (
  company_id uuid not null references companies on delete cascade,
  event_id text not null,
  type text not null,
  received_at timestamptz(3) not null default now(),
  primary key (company_id, event_id)
);
create index webhook_events_age on webhook_events (received_at);
${ofCompany('webhook_events')}

create table disputes (
  id text not null,
  company_id uuid not null,
  invoice_id uuid not null,
  amount_cents integer not null,
  status text not null,
  reason text not null,
  opened_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- When the bank wants an answer, and who answered.
  due_by timestamptz(3),
  answered_at timestamptz(3),
  answered_by uuid,
  answered_by_name text,
  primary key (company_id, id),
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete cascade,
  constraint disputes_answered check ((answered_at is null) = (answered_by_name is null))
);
create index disputes_invoice on disputes (invoice_id);
create index disputes_open on disputes (company_id, due_by) where status in ('needs_response', 'warning_needs_response');
${ofCompany('disputes')}

-- Comparisons of a company's books with its Stripe account. One that a stopped process left unfinished is taken over by another:
-- its result is written in one transaction, at the end.
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
  -- Runs that were begun and never ended, since the last one that ended.
  crashes integer not null default 0,
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
${ofCompany('reconciliations')}

create table reconciliation_discrepancies (
  reconciliation_id uuid not null,
  position integer not null,
  company_id uuid not null,
  kind text not null,
  amount_cents bigint not null,
  detail text not null,
  stripe_id text,
  invoice_id uuid,
  payment_id uuid,
  drawer_id uuid,
  primary key (reconciliation_id, position),
  foreign key (company_id, reconciliation_id) references reconciliations (company_id, id) on delete cascade
);
${ofCompany('reconciliation_discrepancies')}


-- CONTACT MEMBERSHIPS
-- What a contact holds. A row keeps the plan and each setting as they were at the time, so that changing them later does not
-- change what was agreed.

create table contact_memberships (
  id uuid primary key,
  company_id uuid not null,
  contact_id uuid not null,
  membership_id uuid not null,
  location_id uuid,
  invoice_id uuid,
  membership_name text not null,
  membership_type text not null,
  billing_frequency text not null,
  contract_length_months integer,
  access_duration_days integer,
  -- Of a pack, as it was bought.
  visit_limit integer check (visit_limit between 1 and 1000),
  visits_used integer not null default 0 check (visits_used between 0 and coalesce(visit_limit, 0)),
  -- By the calendar of the location of the last visit. Null while visits are left.
  used_up_on date,
  -- The first day on which its term may begin, as it was bought; null if the term began with the purchase. Until the first visit,
  -- start_date is this day and end_date is null.
  first_visit_from date,
  purchase_price_cents integer not null,
  start_date date not null,
  end_date date,
  contract_end_date date,
  last_day date generated always as (least(end_date, contract_end_date)) stored,
  periods_paid integer not null default 1,
  -- The first day of a period that was paid after the grace period. Periods count from there on.
  counted_from date,
  -- The months from the start of counting that earlier plans had, from which the periods of this one are counted on.
  earlier_months integer not null default 0,
  purchase_date timestamptz(3) not null default now(),
  -- Null until the payment has succeeded: not a membership yet.
  granted_at timestamptz(3),
  access_enabled boolean not null default true,
  access_reason text not null default '',
  auto_renew boolean not null default false,
  renews_by text not null default 'card' check (renews_by in ('card', 'manual')),
  -- How an imported membership will renew once the company's admin activates renewals. Until then auto_renew is off.
  renewal_on_hold text check (renewal_on_hold in ('card', 'manual')),
  -- After the paid period, copied from the settings. Null while no renewal failed and none waits to be paid by hand.
  grace_days integer check (grace_days >= 0),
  -- Copied from the settings while it renews, so that it keeps access when its next period is not billed in time.
  unbilled_grace integer,
  renewal_stopped text check (renewal_stopped in ('card_declined')),
  -- The last day of a membership that is canceled.
  cancels_on date,
  cancel_when text check (cancel_when in ('now', 'period_end', 'date')),
  cancel_reason text,
  cancel_note text not null default '',
  cancel_notice_days integer,
  canceled_at timestamptz(3),
  canceled_by uuid,
  -- Whether access was on before a cancellation took it away.
  access_before_cancel boolean,
  -- The plan from the next period on, copied when the change was agreed.
  planned_membership_id uuid,
  planned_name text,
  planned_type text,
  planned_billing_frequency text,
  planned_contract_length_months integer,
  planned_price_cents integer,
  planned_location_id uuid,
  -- The day for which a member was told of a renewal or of an end. When the day moves, the member is told again.
  renewal_noticed_for date,
  ending_noticed_for date,
  notes text not null default '',
  created_at timestamptz(3) not null default now(),
  unique (company_id, id),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade,
  foreign key (company_id, membership_id) references memberships (company_id, id),
  foreign key (company_id, planned_membership_id) references memberships (company_id, id),
  foreign key (company_id, location_id) references locations (company_id, id),
  foreign key (company_id, invoice_id) references invoices (company_id, id)
);
create index contact_memberships_contact on contact_memberships (contact_id, purchase_date);
create index contact_memberships_plan on contact_memberships (membership_id);
create index contact_memberships_invoice on contact_memberships (invoice_id);
-- Those that renew, by card, manually, or once they are activated.
create index contact_memberships_renewal on contact_memberships (end_date) where auto_renew and granted_at is not null;
create index contact_memberships_manual on contact_memberships (end_date)
  where auto_renew and renews_by = 'manual' and granted_at is not null;
create index contact_memberships_on_hold on contact_memberships (company_id, end_date, id) where renewal_on_hold is not null;
-- Those that end soon: by their own end date, with their contract, or by a cancellation.
create index contact_memberships_ending on contact_memberships (company_id, last_day)
  where granted_at is not null and access_enabled and not auto_renew;
create index contact_memberships_contracts on contact_memberships (company_id, contract_end_date)
  where granted_at is not null and access_enabled and auto_renew and contract_end_date is not null;
create index contact_memberships_canceled on contact_memberships (company_id, cancels_on)
  where granted_at is not null and access_enabled and cancels_on is not null;
-- For the reasons of a report.
create index contact_memberships_cancels_on on contact_memberships (company_id, cancels_on) include (contact_id, cancel_reason)
  where granted_at is not null and cancels_on is not null;
-- For the packs of a contact and of a report.
create index contact_memberships_packs on contact_memberships (contact_id) where visit_limit is not null;
-- For filtering contacts by their status: the few memberships that are not simply active.
create index contact_memberships_used_up on contact_memberships (company_id, used_up_on) where used_up_on is not null;
create index contact_memberships_without_access on contact_memberships (company_id, coalesce(cancels_on, 'infinity'::date))
  where granted_at is not null and not access_enabled;
create index contact_memberships_starting on contact_memberships (company_id, start_date) where granted_at is not null;
create index contact_memberships_in_grace on contact_memberships (company_id, end_date)
  where granted_at is not null and grace_days is not null;
-- Those whose members have not been notified yet.
create index contact_memberships_unannounced_renewals on contact_memberships (company_id, end_date)
  where granted_at is not null and auto_renew and renewal_noticed_for is distinct from end_date;
create index contact_memberships_unannounced_ends on contact_memberships (company_id, (${endDay}))
  where granted_at is not null and ending_noticed_for is distinct from (${endDay});
${ofCompany('contact_memberships')}

create function keep_unbilled_grace() returns trigger language plpgsql security definer set search_path from current as $$
begin
  new.unbilled_grace := case
    when new.auto_renew and new.granted_at is not null and new.billing_frequency <> 'one_time' and new.end_date is not null
      and (new.contract_end_date is null or new.end_date < new.contract_end_date or new.planned_membership_id is not null)
    then coalesce(new.unbilled_grace, (select (memberships->>'graceDays')::int from company_settings where company_id = new.company_id), 3) end;
  return new;
end $$;
create trigger contact_memberships_unbilled_grace
  before insert or update on contact_memberships for each row execute function keep_unbilled_grace();

-- Each period that was billed: what was bought, or the last one before an import, and each renewal.
create table membership_periods (
  company_id uuid not null,
  contact_membership_id uuid not null,
  period integer not null check (period >= 1),
  -- Moved by the freezes that began by then.
  last_day date not null,
  -- Without those of freezes.
  days integer not null,
  -- The last day of access, when a refund has ended it before. Moved like the last day.
  access_ended_on date,
  primary key (contact_membership_id, period),
  foreign key (company_id, contact_membership_id) references contact_memberships (company_id, id) on delete cascade
);
${ofCompany('membership_periods')}

create table membership_freezes (
  id uuid primary key,
  company_id uuid not null,
  contact_membership_id uuid not null,
  from_day date not null,
  -- Null while open: it then ends by itself on longest_until.
  until_day date,
  longest_until date not null,
  reason text not null,
  fee_cents integer not null default 0 check (fee_cents >= 0),
  fee_invoice_id uuid,
  -- While the saved card is charged, and when that has ended or there was nothing to charge.
  fee_claimed_at timestamptz(3),
  fee_tried_at timestamptz(3),
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  check (coalesce(until_day, longest_until) >= from_day),
  foreign key (company_id, contact_membership_id) references contact_memberships (company_id, id) on delete cascade,
  foreign key (company_id, fee_invoice_id) references invoices (company_id, id)
);
create index membership_freezes_of on membership_freezes (contact_membership_id, from_day);
create index membership_freezes_open on membership_freezes (longest_until) where until_day is null;
create index membership_freezes_fee on membership_freezes (from_day) where fee_cents > 0 and fee_tried_at is null;
create index membership_freezes_invoice on membership_freezes (fee_invoice_id) where fee_invoice_id is not null;
${ofCompany('membership_freezes')}

create function is_frozen(membership uuid, today date) returns boolean
language sql stable as $$
  select exists (
    select from membership_freezes f
     where f.contact_membership_id = membership and today between f.from_day and coalesce(f.until_day, f.longest_until))
$$;

-- The location of a membership: its plan's, else the one where it was sold, else its contact's home location, which also takes
-- over when the one where it was sold is archived.
create function membership_location(plan_location uuid, invoice uuid, home uuid) returns uuid
language sql stable as $$
  select coalesce(plan_location, (
    select i.location_id from invoices i join locations l on l.id = i.location_id and l.archived_at is null where i.id = invoice), home)
$$;

create function member_through_of(contact uuid) returns date
language sql stable as $$
  select max(least(m.used_up_on, case
      when m.cancels_on is not null then least(m.cancels_on, coalesce(greatest(m.last_day, m.end_date + coalesce(m.grace_days, m.unbilled_grace)), 'infinity'))
      when not m.access_enabled then 'infinity'
      else coalesce(greatest(m.last_day, m.end_date + coalesce(m.grace_days, m.unbilled_grace)) + coalesce((
        select sum(f.longest_until - f.from_day + 1) from membership_freezes f
         where f.contact_membership_id = m.id and f.until_day is null), 0)::int, 'infinity') end))
    from contact_memberships m where m.contact_id = contact and m.granted_at is not null
$$;

create function keep_member_through() returns trigger language plpgsql security definer set search_path from current as $$
declare touched uuid;
begin
  foreach touched in array
    case tg_op when 'INSERT' then array[new.contact_id] when 'DELETE' then array[old.contact_id]
      else array[old.contact_id, new.contact_id] end
  loop
    update contacts set member_through = member_through_of(touched) where id = touched;
  end loop;
  return null;
end $$;
create trigger contact_memberships_member_through
  after insert or delete or update of contact_id, access_enabled, end_date, contract_end_date, granted_at, cancels_on, grace_days,
    auto_renew, planned_membership_id, unbilled_grace, used_up_on
  on contact_memberships for each row execute function keep_member_through();

create function keep_frozen_member_through() returns trigger language plpgsql security definer set search_path from current as $$
begin
  update contacts set member_through = member_through_of(id)
   where id = (select contact_id from contact_memberships where id = coalesce(new.contact_membership_id, old.contact_membership_id));
  return null;
end $$;
create trigger membership_freezes_member_through
  after insert or delete or update of until_day, longest_until
  on membership_freezes for each row execute function keep_frozen_member_through();

-- A membership makes its contact a visitor of its location, whether or not it changes until when they are a member.
create function announce_visitors() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform announce_contact(old.company_id, old.contact_id, coalesce(old.location_id::text, '*'));
  end if;
  if tg_op <> 'DELETE' then
    perform announce_contact(new.company_id, new.contact_id, coalesce(new.location_id::text, '*'));
  end if;
  return null;
end $$;
create trigger announce_added_visitors after insert on contact_memberships for each row
  when (new.granted_at is not null) execute function announce_visitors();
create trigger announce_removed_visitors after delete on contact_memberships for each row
  when (old.granted_at is not null) execute function announce_visitors();
create trigger announce_visitors after update of granted_at, location_id, contact_id on contact_memberships for each row
  when ((old.granted_at is null, old.location_id, old.contact_id) is distinct from (new.granted_at is null, new.location_id, new.contact_id))
  execute function announce_visitors();

-- What each granted membership was on every day, for the reports: a past day keeps what was true then. A row counts from its day
-- until the next one. It is changed in place as long as that changes no past day: a renewal only moves its end. Triggers write
-- it, whoever changes the membership, its freezes or its contact. Their clock is that of the application.
create table membership_history (
  company_id uuid not null,
  contact_membership_id uuid not null,
  since date not null,
  location_id uuid not null,
  -- Its last day as far as was known, after the grace period if it renews or its payment failed.
  through date not null,
  -- The same for its monthly price: the day from which it was not going to renew.
  renews_until date not null,
  monthly_cents integer not null,
  primary key (contact_membership_id, since),
  foreign key (company_id, contact_membership_id) references contact_memberships (company_id, id) on delete cascade
);
${ofCompany('membership_history')}

-- A membership whose access is off lasts until it is canceled, and one that is canceled until its last day. An open freeze
-- moves the end by its longest duration.
create function membership_terms(membership uuid)
returns table (company_id uuid, location_id uuid, timezone text, since date, through date, renews_until date, monthly_cents int)
language sql stable as $$
  select m.company_id, l.id, l.timezone, (m.granted_at at time zone l.timezone)::date, force.through,
         case when m.billing_frequency = 'one_time' or not m.auto_renew and m.canceled_at is null or next_plan.is_archived then '-infinity'
              else least(force.through, (m.canceled_at at time zone l.timezone)::date,
                case when m.planned_membership_id is null then (m.contract_end_date + 1 - make_interval(months => months.each))::date - 1 end) end,
         round(m.purchase_price_cents / months.each::numeric)::int
    from contact_memberships m
    join contacts c on c.id = m.contact_id
    join locations l on l.id = c.home_location_id
    left join company_settings s on s.company_id = m.company_id
   cross join lateral (select case m.billing_frequency when 'annually' then 12 else 1 end as each) as months
   -- Nothing is billed at an archived location.
   cross join lateral (
     select exists (
       select from locations a
        where a.id = case when m.planned_membership_id is null then m.location_id else m.planned_location_id end and a.archived_at is not null) as is_archived) as next_plan
   cross join lateral (
     select m.auto_renew and m.billing_frequency <> 'one_time' and not next_plan.is_archived
        and (m.contract_end_date is null or m.end_date < m.contract_end_date or m.planned_membership_id is not null) as is_on) as renewal
   cross join lateral (select greatest(m.last_day, m.end_date + coalesce(m.grace_days, m.unbilled_grace)) as last_day) as paid
   cross join lateral (
     select least((c.archived_at at time zone l.timezone)::date, m.used_up_on, case
         when m.cancels_on is not null then least(m.cancels_on, coalesce(paid.last_day, 'infinity'))
         when not m.access_enabled then 'infinity'
         else coalesce(greatest(paid.last_day,
             -- Three days of grace period are the setting's default.
             m.last_day + case when renewal.is_on then greatest(1, coalesce((s.memberships ->> 'graceDays')::int, 3)) else 0 end)
           + coalesce((select sum(f.longest_until - f.from_day + 1) from membership_freezes f where f.contact_membership_id = m.id and f.until_day is null), 0)::int, 'infinity') end) as through) as force
   where m.id = membership and m.granted_at is not null
$$;

create function write_membership_history(membership uuid) returns void language plpgsql as $$
declare
  terms record;
  last membership_history;
  today date;
begin
  select * into terms from membership_terms(membership);
  if not found then return; end if;
  today := (${now} at time zone terms.timezone)::date;
  select * into last from membership_history h where h.contact_membership_id = membership order by h.since desc limit 1;
  if found and (
    last.since >= today or
    last.location_id = terms.location_id
      and greatest(least(last.through, today), last.since) = greatest(least(terms.through, today), last.since)
      and greatest(least(last.renews_until, today), last.since) = greatest(least(terms.renews_until, today), last.since)
      and (last.monthly_cents = terms.monthly_cents or last.renews_until <= last.since))
  then
    update membership_history h
       set location_id = terms.location_id, through = terms.through, renews_until = terms.renews_until, monthly_cents = terms.monthly_cents
     where h.contact_membership_id = membership and h.since = last.since;
  else
    insert into membership_history (company_id, contact_membership_id, since, location_id, through, renews_until, monthly_cents)
    values (terms.company_id, membership, case when found then today else terms.since end, terms.location_id, terms.through, terms.renews_until, terms.monthly_cents);
  end if;
end $$;

create function keep_membership_history() returns trigger language plpgsql as $$
begin
  perform write_membership_history(new.id);
  return null;
end $$;
create trigger contact_memberships_history
  after insert or update of contact_id, access_enabled, end_date, contract_end_date, granted_at, cancels_on, canceled_at, auto_renew,
    purchase_price_cents, billing_frequency, location_id, planned_membership_id, planned_location_id, grace_days, unbilled_grace, used_up_on
  on contact_memberships for each row when (new.granted_at is not null) execute function keep_membership_history();

create function keep_frozen_history() returns trigger language plpgsql as $$
begin
  perform write_membership_history(coalesce(new.contact_membership_id, old.contact_membership_id));
  return null;
end $$;
create trigger membership_freezes_history after insert or delete or update of until_day, longest_until
  on membership_freezes for each row execute function keep_frozen_history();

create function keep_member_history() returns trigger language plpgsql as $$
begin
  perform write_membership_history(m.id) from contact_memberships m where m.contact_id = new.id;
  return null;
end $$;
create trigger contacts_history after update of archived_at, home_location_id on contacts for each row
  when (old.archived_at is distinct from new.archived_at or old.home_location_id <> new.home_location_id)
  execute function keep_member_history();

create function keep_history_of_location() returns trigger language plpgsql as $$
begin
  perform write_membership_history(m.id) from contact_memberships m
    where m.company_id = new.company_id and m.granted_at is not null and m.auto_renew
      and new.id = case when m.planned_membership_id is null then m.location_id else m.planned_location_id end;
  return null;
end $$;
create trigger locations_history after update of archived_at on locations for each row
  when (old.archived_at is distinct from new.archived_at) execute function keep_history_of_location();

-- Changes of plan within the paid period, which take effect when the invoice of their difference is paid.
create table plan_changes (
  invoice_id uuid primary key,
  company_id uuid not null,
  contact_membership_id uuid not null,
  membership_id uuid not null,
  name text not null,
  type text not null check (type in ('no_contract', 'contract')),
  contract_length_months integer,
  price_cents integer not null check (price_cents >= 0),
  location_id uuid,
  contract_end_date date,
  applied_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  foreign key (company_id, invoice_id) references invoices (company_id, id),
  foreign key (company_id, contact_membership_id) references contact_memberships (company_id, id) on delete cascade,
  foreign key (company_id, membership_id) references memberships (company_id, id)
);
create index plan_changes_of on plan_changes (contact_membership_id);
${ofCompany('plan_changes')}

create table renewals (
  contact_membership_id uuid not null,
  period integer not null,
  company_id uuid not null,
  invoice_id uuid,
  -- Which line of the invoice bills it. An invoice of a household renews several memberships.
  line integer not null default 0,
  status text not null check (status in ('pending', 'paid', 'declined', 'given_up')),
  attempts integer not null default 0,
  next_attempt_on date,
  -- The days on which a declined renewal is retried, copied from the settings, counted from the day of the first failure.
  retry_days integer[] not null default '{}',
  first_failed_on date,
  -- When a process began an attempt. The claim of one that died ends by itself.
  claimed_at timestamptz(3),
  -- How many days before the end it was billed, for one that is paid by hand.
  invoice_days integer,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (contact_membership_id, period),
  foreign key (company_id, contact_membership_id) references contact_memberships (company_id, id) on delete cascade,
  foreign key (company_id, invoice_id) references invoices (company_id, id)
);
create unique index renewals_invoice_line on renewals (invoice_id, line) where invoice_id is not null;
create index renewals_company on renewals (company_id, status);
create index renewals_due on renewals (company_id, next_attempt_on) where next_attempt_on is not null;
create index renewals_attempts on renewals (next_attempt_on) where next_attempt_on is not null;
${ofCompany('renewals')}

-- Each paid period of a membership with its days and its price, for the report of deferred revenue. A job stores them, by the query
-- of paidPeriods.ts. What changes a row that the query reads adds the membership to outdated_paid_periods in the same transaction:
-- its periods are read by the query itself until the job has stored them again.
create table paid_periods (
  company_id uuid not null references companies on delete cascade,
  contact_membership_id uuid not null,
  invoice_id uuid not null,
  -- Of the invoice.
  location_id uuid not null,
  invoiced_at timestamptz(3) not null,
  -- Since when the invoice is paid and nothing of it has changed.
  paid_at timestamptz(3),
  total_cents integer not null,
  plan text not null,
  -- Without tax.
  cents bigint not null,
  -- Without those of freezes. Null for the price difference of a change of plan, whose days begin with it.
  days integer,
  changed_at timestamptz(3),
  -- Including the days of ended freezes, and of open ones too.
  end_date date not null,
  last_end date not null,
  cancels_on date
);
create index paid_periods_of on paid_periods (contact_membership_id);
create index paid_periods_unserved on paid_periods (company_id, last_end, invoiced_at);
${ofCompany('paid_periods', { may: 'select' })}

-- Only ever added to, and without keys, so that no transaction waits for another. A membership may be in it more than once.
create table outdated_paid_periods (
  company_id uuid not null,
  contact_membership_id uuid not null
);
${ofCompany('outdated_paid_periods', { may: 'select, insert' })}

create function outdate_paid_periods() returns trigger language plpgsql as $$
begin
  insert into outdated_paid_periods (company_id, contact_membership_id)
  values (coalesce(new.company_id, old.company_id), coalesce(new.contact_membership_id, old.contact_membership_id));
  return null;
end $$;
create trigger renewals_paid_periods after insert or update or delete on renewals
  for each row execute function outdate_paid_periods();
create trigger membership_periods_paid_periods after insert or update or delete on membership_periods
  for each row execute function outdate_paid_periods();
create trigger plan_changes_paid_periods after insert or update or delete on plan_changes
  for each row execute function outdate_paid_periods();
create trigger membership_freezes_paid_periods after insert or update or delete on membership_freezes
  for each row execute function outdate_paid_periods();

create function outdate_periods_of_membership() returns trigger language plpgsql as $$
begin
  insert into outdated_paid_periods (company_id, contact_membership_id)
  values (coalesce(new.company_id, old.company_id), coalesce(new.id, old.id));
  return null;
end $$;
create trigger contact_memberships_paid_periods after insert or update or delete on contact_memberships
  for each row execute function outdate_periods_of_membership();

create function outdate_periods_of_invoice() returns trigger language plpgsql as $$
declare
  invoice uuid;
begin
  if tg_table_name = 'invoices' then invoice := new.id; else invoice := coalesce(new.invoice_id, old.invoice_id); end if;
  insert into outdated_paid_periods (company_id, contact_membership_id)
  select m.company_id, m.id from contact_memberships m where m.invoice_id = invoice
   union all
  select r.company_id, r.contact_membership_id from renewals r where r.invoice_id = invoice
   union all
  select p.company_id, p.contact_membership_id from plan_changes p where p.invoice_id = invoice;
  return null;
end $$;
create trigger invoices_paid_periods after update on invoices
  for each row execute function outdate_periods_of_invoice();
create trigger invoice_lines_paid_periods after insert on invoice_lines
  for each row when (new.type = 'membership') execute function outdate_periods_of_invoice();
create trigger invoice_lines_paid_periods_changed after update or delete on invoice_lines
  for each row execute function outdate_periods_of_invoice();


-- FINISHED DAYS
-- What happened on finished days is summed by a job, up to a day for each subject, so that a report over a year adds up days. What is
-- written about such a day after all changes its sums by a trigger. Both take one lock, the job alone: it waits for what is not
-- committed yet.

create table finished_days (
  company_id uuid not null references companies on delete cascade,
  subject text not null check (subject in ('ledger', 'checkins', 'memberships')),
  through date not null,
  primary key (company_id, subject)
);
${ofCompany('finished_days', { may: 'select' })}

-- Up to which day the sums of every company in scope go.
create function finished_through(about text) returns date language sql stable as $$
  select min(coalesce(f.through, '-infinity')) from companies c left join finished_days f on f.company_id = c.id and f.subject = about
$$;
-- The day of the application's clock, in UTC.
create function utc_today() returns date language sql stable as $$
  select (${now} at time zone 'UTC')::date
$$;

-- Who became a member and who left, and what is renewed each month. What changes the history of a finished day after all takes the
-- mark of finished days back to the day before, and the job sums again from there on. A row is what moved between two sets
-- of locations, of which one may be empty: people are members at one location, but a history may say two.
create table member_day_sums (
  company_id uuid not null references companies on delete cascade,
  day date not null,
  from_locations uuid[] not null,
  to_locations uuid[] not null,
  people integer not null,
  from_cents bigint not null,
  to_cents bigint not null
);
create index member_day_sums_day on member_day_sums (company_id, day);
${ofCompany('member_day_sums', { may: 'select' })}

create function reopen_member_days(company uuid, day date) returns void
language plpgsql security definer set search_path from current as $$
begin
  if day >= utc_today() - 1 then return; end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('finished days', 0));
  update finished_days f set through = day - 1 where f.company_id = company and f.subject = 'memberships' and f.through >= day;
end $$;

-- The first day that is another one now. What is not after its beginning says nothing.
create function reopen_days_of_history() returns trigger language plpgsql as $$
declare
  through_before date := greatest(old.through, old.since);
  through_now date := greatest(new.through, old.since);
  renews_before date := greatest(old.renews_until, old.since);
  renews_now date := greatest(new.renews_until, old.since);
begin
  if tg_op = 'INSERT' then
    perform reopen_member_days(new.company_id, new.since);
  elsif tg_op = 'DELETE' then
    perform reopen_member_days(old.company_id, old.since);
  else
    perform reopen_member_days(new.company_id, least(
      case when old.location_id <> new.location_id or old.monthly_cents <> new.monthly_cents and greatest(renews_before, renews_now) > old.since then old.since end,
      case when through_before <> through_now then least(through_before, through_now) end,
      case when renews_before <> renews_now then least(renews_before, renews_now) end));
  end if;
  return null;
end $$;
create trigger membership_history_late after insert on membership_history for each row
  when (new.since < utc_today() - 1) execute function reopen_days_of_history();
create trigger membership_history_late_changed after update on membership_history for each row
  when (old.since < utc_today() - 1) execute function reopen_days_of_history();
create trigger membership_history_late_deleted after delete on membership_history for each row
  when (old.since < utc_today() - 1) execute function reopen_days_of_history();

create function reopen_days_of_person() returns trigger language plpgsql as $$
begin
  perform reopen_member_days(h.company_id, min(h.since)) from membership_history h where h.contact_membership_id = new.id group by h.company_id;
  return null;
end $$;
create trigger contact_memberships_moved after update of contact_id on contact_memberships for each row
  when (old.contact_id <> new.contact_id) execute function reopen_days_of_person();


-- DESK

create table checkins (
  id uuid primary key,
  company_id uuid not null,
  location_id uuid not null,
  contact_id uuid not null,
  checkin_time timestamptz(3) not null,
  access_granted boolean not null,
  reason text,
  -- Which membership let them in; null for denials.
  contact_membership_id uuid,
  door_name text not null default '',
  created_by uuid,
  foreign key (company_id, location_id) references locations (company_id, id),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade
);
create index checkins_newest on checkins (location_id, checkin_time, id) include (company_id);
create index checkins_result on checkins (location_id, access_granted, checkin_time, id) include (company_id);
create index checkins_contact on checkins (contact_id, location_id, checkin_time, id) include (company_id, access_granted);
create index checkins_visits on checkins (contact_id, checkin_time) include (company_id) where access_granted;
-- For the reports.
create index checkins_granted on checkins (company_id, location_id, checkin_time) where access_granted;
create index checkins_denied on checkins (location_id, checkin_time) include (company_id, reason) where not access_granted;
${ofCompany('checkins')}

-- Of finished days, by the hours of the location's clock.
create table checkin_hour_sums (
  company_id uuid not null references companies on delete cascade,
  location_id uuid not null,
  day date not null,
  hour smallint not null,
  access_granted boolean not null,
  reason text,
  visits integer not null
);
create index checkin_hour_sums_day on checkin_hour_sums (company_id, location_id, day) include (hour, access_granted, reason, visits);
${ofCompany('checkin_hour_sums', { may: 'select, insert' })}
create function sum_late_checkin() returns trigger language plpgsql as $$
declare
  subject checkins := case when tg_op = 'DELETE' then old else new end;
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('finished days', 0));
  insert into checkin_hour_sums (company_id, location_id, day, hour, access_granted, reason, visits)
  select subject.company_id, subject.location_id, w.wall::date, extract(hour from w.wall), subject.access_granted, subject.reason,
         case when tg_op = 'DELETE' then -1 else 1 end
    from locations l
   cross join lateral (select subject.checkin_time at time zone l.timezone as wall) as w
    join finished_days f on f.company_id = l.company_id and f.subject = 'checkins' and f.through >= w.wall::date
   where l.id = subject.location_id;
  return null;
end $$;
create trigger checkins_late after insert on checkins for each row
  when (new.checkin_time < utc_today() - 1) execute function sum_late_checkin();
create trigger checkins_late_deleted after delete on checkins for each row
  when (old.checkin_time < utc_today() - 1) execute function sum_late_checkin();

-- The check-ins that were granted by a pack. One that belongs to the same visit as another is not counted.
create table pack_visits (
  checkin_id uuid primary key references checkins on delete cascade,
  company_id uuid not null,
  contact_membership_id uuid not null,
  visited_at timestamptz(3) not null,
  is_counted boolean not null,
  foreign key (company_id, contact_membership_id) references contact_memberships (company_id, id) on delete cascade
);
create index pack_visits_of on pack_visits (contact_membership_id, visited_at);
${ofCompany('pack_visits')}

-- The cash drawers of a location. The cash in one is a sum over its postings, which are only added while it is open: the
-- transaction holds a share lock on it, and a close waits for these locks. A closed drawer never changes.
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
  -- From here on null until it is closed.
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
${ofCompany('drawers', { may: 'select, insert, update' })}

-- A closed drawer keeps its figures for good; its texts may lose the name of an erased contact.
create function keep_closed_drawer() returns trigger language plpgsql as $$
begin
  if current_user = 'spotter_maintenance' and to_jsonb(new) - '{note,report}'::text[] = to_jsonb(old) - '{note,report}'::text[] then
    return new;
  end if;
  raise exception 'A closed drawer is never changed';
end $$;
create trigger drawers_closed before update on drawers for each row when (old.closed_at is not null) execute function keep_closed_drawer();

-- Cash that came in or went out for another reason than a payment.
create table drawer_movements (
  id uuid primary key,
  company_id uuid not null,
  drawer_id uuid not null,
  type text not null check (type in ('in', 'out')),
  amount_cents integer not null check (amount_cents > 0),
  reason text not null,
  moved_by uuid not null,
  moved_by_name text not null,
  created_at timestamptz(3) not null,
  foreign key (company_id, drawer_id) references drawers (company_id, id)
);
create index drawer_movements_drawer on drawer_movements (drawer_id, created_at, id);
${ofCompany('drawer_movements', { may: 'select, insert' })}

-- Z reports that wait to be emailed to the admins who want them. A row is deleted once it is sent or given up.
create table drawer_emails (
  company_id uuid not null,
  drawer_id uuid not null,
  user_id uuid not null references users on delete cascade,
  due_at timestamptz(3) not null,
  attempts integer not null default 0,
  primary key (drawer_id, user_id),
  foreign key (company_id, drawer_id) references drawers (company_id, id) on delete cascade
);
create index drawer_emails_due on drawer_emails (company_id, due_at, drawer_id, user_id);
create index drawer_emails_user on drawer_emails (user_id);
${ofCompany('drawer_emails')}

-- Cash that was taken beside a card payment. It is booked when the card is charged, and goes when the payment is given up.
create table planned_cash (
  invoice_id uuid primary key references awaited_payments on delete cascade,
  company_id uuid not null references companies on delete cascade,
  amount_cents integer not null check (amount_cents > 0),
  tendered_cents integer check (tendered_cents >= amount_cents),
  -- That was open when it was taken; null when none was.
  drawer_id uuid,
  -- Who took it.
  actor_type text not null check (actor_type in (${actorTypes})),
  actor_id uuid,
  actor_name text not null,
  request_id text,
  foreign key (company_id, drawer_id) references drawers (company_id, id) on delete cascade
);
${ofCompany('planned_cash')}

-- Parked carts of a location. Resuming or discarding one marks its row, which stays until it is purged.
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
${ofCompany('parked_sales')}


-- DEVICES AND DOORS
-- Kiosks and door controllers, their pairing, and the key that signs what they are given.

create table devices (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  location_id uuid not null,
  name text not null collate "und-x-icu" check (name <> ''),
  kind text not null check (kind in ('kiosk', 'door')),
  -- SHA-256 of the token, which is random.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  -- Of the token that a new one replaced. It works until the new one is used, so that a response that was lost locks nobody out.
  previous_token_hash bytea unique check (octet_length(previous_token_hash) = 32),
  -- The key of the codes in its access list, encrypted with the secret.
  list_key_sealed text not null,
  list_hours integer not null default 36 check (list_hours between 1 and 168),
  hardware text,
  version text,
  created_by uuid references users on delete set null,
  created_at timestamptz(3) not null default now(),
  paired_at timestamptz(3),
  last_seen_at timestamptz(3),
  list_fetched_at timestamptz(3),
  revoked_at timestamptz(3),
  unique (company_id, id),
  foreign key (company_id, location_id) references locations (company_id, id)
);
create index devices_location on devices (location_id, name, id) where revoked_at is null;
create index devices_maker on devices (created_by);
${ofCompany('devices')}
-- Open streams of a device are checked at once.
create function announce_device() returns trigger language plpgsql as $$
begin
  perform pg_notify('spotter_access', new.id::text);
  return null;
end $$;
create trigger announce_device after update of revoked_at, token_hash on devices for each row execute function announce_device();

-- The code by which a device is paired: one at a time, used once.
create table device_pairings (
  device_id uuid primary key,
  company_id uuid not null,
  -- Keyed with the secret: a code is short.
  code_hash bytea not null unique check (octet_length(code_hash) = 32),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  foreign key (company_id, device_id) references devices (company_id, id) on delete cascade
);
create index device_pairings_expired on device_pairings (expires_at);
${ofCompany('device_pairings')}

-- The newest that opens with the secret signs. Encrypted with the secret.
create table signing_keys (
  id uuid primary key,
  public_key bytea not null check (octet_length(public_key) = 32),
  private_key_sealed text not null,
  created_at timestamptz(3) not null default now()
);
${ofNoCompany('signing_keys')}

-- Who the token of a device stands for. Null for a hash that no live device has.
create function device_access(hash bytea) returns jsonb
language sql stable security definer set search_path from current as $$
  select jsonb_build_object(
      'id', d.id, 'companyId', d.company_id, 'locationId', d.location_id, 'name', d.name, 'kind', d.kind, 'timezone', l.timezone,
      'isPaired', d.paired_at is not null, 'lastSeenAt', d.last_seen_at,
      'endsPrevious', d.token_hash = hash and d.previous_token_hash is not null)
    from devices d
    join locations l on l.id = d.location_id and l.archived_at is null
    join companies c on c.id = d.company_id and c.archived_at is null
   where hash in (d.token_hash, d.previous_token_hash) and d.revoked_at is null
$$;

-- The company and the device of a code that pairs now: asked before a scope exists.
create function device_of_pairing(hash bytea, at timestamptz) returns table (company_id uuid, device_id uuid)
language sql stable security definer set search_path from current as $$
  select d.company_id, d.id
    from device_pairings p
    join devices d on d.id = p.device_id and d.revoked_at is null
    join locations l on l.id = d.location_id and l.archived_at is null
    join companies c on c.id = d.company_id and c.archived_at is null
   where p.code_hash = hash and p.expires_at > at and (d.paired_at is null or d.paired_at <= p.created_at)
$$;

create table doors (
  id uuid primary key,
  company_id uuid not null,
  location_id uuid not null,
  name text not null,
  is_active boolean not null default true,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (company_id, id),
  foreign key (company_id, location_id) references locations (company_id, id)
);
create unique index doors_name on doors (location_id, lower(name));
${ofCompany('doors')}

-- What happened at the doors: each answer that a device got or gave, and each exit. An entry of a known contact is a check-in too, with
-- the same id; an unknown code and an exit are only here.
create table door_log (
  id uuid primary key,
  company_id uuid not null,
  location_id uuid not null,
  -- The door's name, as check-ins have it.
  door_name text not null,
  device_id uuid,
  device_name text,
  contact_id uuid,
  type text not null check (type in ('entry', 'exit')),
  at timestamptz(3) not null,
  -- What the device's clock said, if that cannot be.
  reported_at timestamptz(3),
  access_granted boolean not null,
  reason_code text,
  -- Decided by the device, without the server.
  is_offline boolean not null default false,
  -- The device's own name for it. It is recorded once.
  key text,
  -- Why the server would have refused what a device granted.
  conflict text,
  foreign key (company_id, location_id) references locations (company_id, id),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade
);
create unique index door_log_key on door_log (device_id, key);
create index door_log_newest on door_log (location_id, at, id);
create index door_log_contact on door_log (contact_id, at) where access_granted;
-- What the log is narrowed by.
create index door_log_of_door on door_log (location_id, door_name, at, id);
create index door_log_of_contact on door_log (contact_id, location_id, at, id);
create index door_log_conflicts on door_log (location_id, at, id) where conflict is not null;
-- Small, and enough for rows that are written in the order of their time: the housekeeping finds the old ones.
create index door_log_at on door_log using brin (at);
${ofCompany('door_log')}

-- Which doors a controller reads for and opens.
create table device_doors (
  device_id uuid not null,
  door_id uuid not null,
  company_id uuid not null,
  primary key (device_id, door_id),
  foreign key (company_id, device_id) references devices (company_id, id) on delete cascade,
  foreign key (company_id, door_id) references doors (company_id, id) on delete cascade
);
create index device_doors_door on device_doors (door_id);
${ofCompany('device_doors')}

-- The open streams of controllers, on any server. One whose server was killed has no more beats.
create table device_streams (
  id uuid primary key,
  company_id uuid not null,
  device_id uuid not null,
  beat_at timestamptz(3) not null,
  foreign key (company_id, device_id) references devices (company_id, id) on delete cascade
);
create index device_streams_device on device_streams (device_id, beat_at);
${ofCompany('device_streams')}

-- When the bucket of a device's requests is full again.
create unlogged table device_limits (
  device_id uuid primary key references devices on delete cascade,
  full_at timestamptz(3) not null
);
${ofNoCompany('device_limits')}

-- What a controller was told to do with a door.
create table door_commands (
  id uuid primary key,
  company_id uuid not null,
  door_id uuid not null,
  device_id uuid not null,
  type text not null check (type in ('open', 'hold_open', 'lock', 'release')),
  seconds integer check (seconds > 0),
  created_at timestamptz(3) not null,
  -- Not to be done after this.
  expires_at timestamptz(3) not null,
  acknowledged_at timestamptz(3),
  is_done boolean,
  message text,
  foreign key (company_id, device_id) references devices (company_id, id) on delete cascade,
  foreign key (company_id, door_id) references doors (company_id, id) on delete cascade
);
create index door_commands_device on door_commands (device_id, created_at);
create index door_commands_door on door_commands (door_id);
create index door_commands_created on door_commands using brin (created_at);
${ofCompany('door_commands')}
create function announce_command() returns trigger language plpgsql as $$
begin
  perform pg_notify('spotter_commands', new.device_id::text);
  return null;
end $$;
create trigger announce_command after insert on door_commands for each row execute function announce_command();


-- LEDGER
-- Each movement of money, or of what is owed, is one posting with entries that add up to zero: debits are positive. They are only
-- added, in the transaction of what happened; a mistake is put right by another posting. Every figure is a sum over entries.

create table ledger_postings (
  id uuid not null,
  company_id uuid not null,
  location_id uuid not null,
  at timestamptz(3) not null,
  -- By the location's calendar when it was written.
  business_day date not null,
  kind text not null check (kind in ('invoice', 'void', 'payment', 'refund', 'refund_failed', 'write_off', 'write_off_paid', 'dispute',
                                     'dispute_won', 'cash_movement', 'drawer_count')),
  invoice_id uuid,
  payment_id uuid,
  drawer_id uuid,
  actor_type text not null check (actor_type in (${actorTypes})),
  actor_id uuid,
  actor_name text not null,
  request_id text,
  primary key (company_id, id),
  foreign key (company_id, location_id) references locations (company_id, id),
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete cascade,
  foreign key (company_id, drawer_id) references drawers (company_id, id) on delete cascade
);
create index ledger_postings_day on ledger_postings (company_id, location_id, business_day, at, id);
create index ledger_postings_invoice on ledger_postings (invoice_id) where invoice_id is not null;
-- A payment, and a refund, is booked once.
create unique index ledger_postings_payment on ledger_postings (payment_id) where kind in ('payment', 'write_off_paid', 'refund', 'refund_failed');
create index ledger_postings_drawer on ledger_postings (drawer_id) where drawer_id is not null;
-- What GET /payments counts and sorts of some days, without a look at the rows.
create index ledger_postings_paid on ledger_postings (company_id, location_id, business_day) include (at, payment_id, invoice_id)
  where kind in ('payment', 'write_off_paid', 'refund', 'refund_failed');
${ofCompany('ledger_postings', { may: 'select, insert' })}

create table ledger_entries (
  posting_id uuid not null,
  position smallint not null,
  company_id uuid not null,
  -- Those of the posting, so that a report reads one index.
  location_id uuid not null,
  business_day date not null,
  kind text not null,
  account text not null check (account in ('receivable', 'revenue', 'discount', 'tax', 'cash', 'card', 'other', 'refunds', 'write_offs',
                                           'cash_rounding', 'over_short', 'cash_in_out', 'disputes', 'opening_balance')),
  cents bigint not null,
  -- The position of the invoice line.
  line integer,
  category text,
  item_id uuid,
  plan_id uuid,
  name text,
  tax_rate numeric(5, 4),
  -- The name of another method in the company's settings.
  method text,
  -- Who sold it; null for renewals.
  staff_id uuid,
  primary key (company_id, posting_id, position),
  foreign key (company_id, posting_id) references ledger_postings (company_id, id) on delete cascade
);
-- Each entry is in one of them: what was sold, with its line, and the rest. The company comes first although the location implies
-- it: then the index itself satisfies row-level security instead of a condition on every row.
create index ledger_entries_sales on ledger_entries (company_id, location_id, business_day)
  include (account, kind, cents, category, item_id, plan_id, name, tax_rate, staff_id) where line is not null;
create index ledger_entries_money on ledger_entries (company_id, account, location_id, business_day) include (kind, cents, method)
  where line is null;
-- A gym sells few different things. Taken for independent, the columns would promise too many groups to sum them in parallel.
create statistics ledger_entries_items (ndistinct) on account, kind, category, item_id, plan_id, name from ledger_entries;
${ofCompany('ledger_entries', { may: 'select, insert' })}

-- A posting is written in one statement with its entries, and nothing can be added to it that does not balance by itself.
create function check_entries() returns trigger language plpgsql as $$
begin
  if exists (select from added group by posting_id having sum(cents) <> 0 or count(*) < 2) then
    raise exception 'The entries of a posting must add up to zero';
  end if;
  return null;
end $$;
create trigger check_entries after insert on ledger_entries
  referencing new table as added for each statement execute function check_entries();
create function check_postings() returns trigger language plpgsql as $$
begin
  if exists (select from added p where not exists (select from ledger_entries e where (e.company_id, e.posting_id) = (p.company_id, p.id))) then
    raise exception 'A posting needs entries';
  end if;
  return null;
end $$;
create trigger check_postings after insert on ledger_postings
  referencing new table as added for each statement execute function check_postings();

-- Sums of the entries of finished days, so that a report over a year adds up days instead of entries. Readers use ledger_sums.
create table ledger_day_sums (
  company_id uuid not null references companies on delete cascade,
  location_id uuid not null,
  business_day date not null,
  account text not null,
  kind text not null,
  -- 0 for entries of invoice lines.
  line integer,
  category text,
  item_id uuid,
  plan_id uuid,
  name text,
  tax_rate numeric(5, 4),
  method text,
  staff_id uuid,
  cents bigint not null
);
create index ledger_day_sums_sales on ledger_day_sums (company_id, location_id, business_day)
  include (account, kind, cents, category, item_id, plan_id, name, tax_rate, staff_id) where line is not null;
create index ledger_day_sums_money on ledger_day_sums (company_id, account, location_id, business_day) include (kind, cents, method)
  where line is null;
${ofCompany('ledger_day_sums', { may: 'select, insert' })}

create function sum_late_entry() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('finished days', 0));
  insert into ledger_day_sums (company_id, location_id, business_day, account, kind, line, category, item_id, plan_id, name, tax_rate, method, staff_id, cents)
  select new.company_id, new.location_id, new.business_day, new.account, new.kind, case when new.line is not null then 0 end, new.category,
         new.item_id, new.plan_id, new.name, new.tax_rate, new.method, new.staff_id, new.cents
    from finished_days f where f.company_id = new.company_id and f.subject = 'ledger' and f.through >= new.business_day;
  return null;
end $$;
create trigger ledger_entries_late after insert on ledger_entries for each row
  when (new.business_day < utc_today() - 1) execute function sum_late_entry();

create view ledger_sums with (security_invoker = true) as
  select company_id, location_id, business_day, account, kind, line, category, item_id, plan_id, name, tax_rate, method, staff_id, cents
    from ledger_day_sums where business_day <= (select finished_through('ledger'))
   union all
  select company_id, location_id, business_day, account, kind, line, category, item_id, plan_id, name, tax_rate, method, staff_id, cents
    from ledger_entries where business_day > (select finished_through('ledger'));
grant select on ledger_sums to spotter_app, spotter_maintenance;

-- Which postings the report of each closed drawer counted. The next report counts the others, including those whose transaction
-- committed only after the close.
create table drawer_report_postings (
  company_id uuid not null,
  posting_id uuid not null,
  drawer_id uuid not null,
  primary key (company_id, posting_id),
  foreign key (company_id, posting_id) references ledger_postings (company_id, id) on delete cascade,
  foreign key (company_id, drawer_id) references drawers (company_id, id) on delete cascade
);
create index drawer_report_postings_drawer on drawer_report_postings (company_id, drawer_id);
${ofCompany('drawer_report_postings', { may: 'select, insert' })}


-- TOTALS OF LISTS
-- How many contacts, check-ins, invoices and rows of the doors' log each location has, so that a list knows its total without counting
-- rows. Triggers update the numbers in the transaction of the rows themselves. A number is spread over shards, usually one per database
-- connection, so that sales and check-ins at one location do not wait for each other; it is the sum of its shards. Contacts are
-- grouped by the last day on which they count as members ('all contacts' are not), check-ins by their outcome.

create table row_counters (
  company_id uuid not null,
  location_id uuid not null,
  subject text not null check (subject in ('contacts', 'all contacts', 'checkins', 'invoices', 'door log')),
  part text collate "C" not null,
  shard smallint not null,
  amount bigint not null,
  primary key (location_id, subject, part, shard)
) with (fillfactor = 50);
create index row_counters_company on row_counters (company_id);
create index row_counters_spread on row_counters (company_id) where shard <> 0;
${ofCompany('row_counters', { may: 'select' })}

create function add_to_row_counter(in_company uuid, at_location uuid, of_subject text, in_part text, change bigint) returns void
language sql as $$
  insert into row_counters (company_id, location_id, subject, part, shard, amount)
  values (in_company, at_location, of_subject, in_part, pg_backend_pid() % 64, change)
  on conflict (location_id, subject, part, shard) do update set amount = row_counters.amount + excluded.amount
$$;

-- A day as text sorts as the day does, no end after every day, and no membership before.
create function member_part(through date) returns text language sql immutable as $$
  select case when through = 'infinity' then 'infinity' else coalesce(to_char(through, 'YYYY-MM-DD'), '') end
$$;
create function outcome_part(granted boolean) returns text language sql immutable as $$
  select case when granted then 'granted' else 'denied' end
$$;

create function count_contacts() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if tg_op = 'INSERT' then
    perform add_to_row_counter(company_id, home_location_id, 'contacts', part, n)
       from (select company_id, home_location_id, member_part(member_through) as part, count(*) as n
               from added where archived_at is null group by 1, 2, 3 order by 2, 3) as changed;
  elsif tg_op = 'DELETE' then
    perform add_to_row_counter(company_id, home_location_id, 'contacts', part, -n)
       from (select company_id, home_location_id, member_part(member_through) as part, count(*) as n
               from removed where archived_at is null group by 1, 2, 3 order by 2, 3) as changed;
  else
    if old.archived_at is null then
      perform add_to_row_counter(old.company_id, old.home_location_id, 'contacts', member_part(old.member_through), -1);
    end if;
    if new.archived_at is null then
      perform add_to_row_counter(new.company_id, new.home_location_id, 'contacts', member_part(new.member_through), 1);
    end if;
  end if;
  return null;
end $$;
create trigger contacts_row_count_added after insert on contacts
  referencing new table as added for each statement execute function count_contacts();
create trigger contacts_row_count_removed after delete on contacts
  referencing old table as removed for each statement execute function count_contacts();
create trigger contacts_row_count_moved after update on contacts for each row
  when ((old.company_id, old.home_location_id, old.member_through, old.archived_at is null)
    is distinct from (new.company_id, new.home_location_id, new.member_through, new.archived_at is null))
  execute function count_contacts();

create function count_all_contacts() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if tg_op = 'INSERT' then
    perform add_to_row_counter(company_id, home_location_id, 'all contacts', '', n)
       from (select company_id, home_location_id, count(*) as n from added where archived_at is null group by 1, 2 order by 2) as changed;
  elsif tg_op = 'DELETE' then
    perform add_to_row_counter(company_id, home_location_id, 'all contacts', '', -n)
       from (select company_id, home_location_id, count(*) as n from removed where archived_at is null group by 1, 2 order by 2) as changed;
  else
    if old.archived_at is null then
      perform add_to_row_counter(old.company_id, old.home_location_id, 'all contacts', '', -1);
    end if;
    if new.archived_at is null then
      perform add_to_row_counter(new.company_id, new.home_location_id, 'all contacts', '', 1);
    end if;
  end if;
  return null;
end $$;
create trigger contacts_total_added after insert on contacts
  referencing new table as added for each statement execute function count_all_contacts();
create trigger contacts_total_removed after delete on contacts
  referencing old table as removed for each statement execute function count_all_contacts();
create trigger contacts_total_moved after update on contacts for each row
  when ((old.company_id, old.home_location_id, old.archived_at is null)
    is distinct from (new.company_id, new.home_location_id, new.archived_at is null))
  execute function count_all_contacts();

create function count_checkins() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if tg_op = 'INSERT' then
    perform add_to_row_counter(company_id, location_id, 'checkins', part, n)
       from (select company_id, location_id, outcome_part(access_granted) as part, count(*) as n
               from added group by 1, 2, 3 order by 2, 3) as changed;
  elsif tg_op = 'DELETE' then
    perform add_to_row_counter(company_id, location_id, 'checkins', part, -n)
       from (select company_id, location_id, outcome_part(access_granted) as part, count(*) as n
               from removed group by 1, 2, 3 order by 2, 3) as changed;
  else
    perform add_to_row_counter(old.company_id, old.location_id, 'checkins', outcome_part(old.access_granted), -1);
    perform add_to_row_counter(new.company_id, new.location_id, 'checkins', outcome_part(new.access_granted), 1);
  end if;
  return null;
end $$;
create trigger checkins_row_count_added after insert on checkins
  referencing new table as added for each statement execute function count_checkins();
create trigger checkins_row_count_removed after delete on checkins
  referencing old table as removed for each statement execute function count_checkins();
create trigger checkins_row_count_moved after update on checkins for each row
  when ((old.company_id, old.location_id, old.access_granted) is distinct from (new.company_id, new.location_id, new.access_granted))
  execute function count_checkins();

create function count_invoices() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if tg_op = 'INSERT' then
    perform add_to_row_counter(company_id, location_id, 'invoices', '', n)
       from (select company_id, location_id, count(*) as n from added group by 1, 2 order by 2) as changed;
  elsif tg_op = 'DELETE' then
    perform add_to_row_counter(company_id, location_id, 'invoices', '', -n)
       from (select company_id, location_id, count(*) as n from removed group by 1, 2 order by 2) as changed;
  else
    perform add_to_row_counter(old.company_id, old.location_id, 'invoices', '', -1);
    perform add_to_row_counter(new.company_id, new.location_id, 'invoices', '', 1);
  end if;
  return null;
end $$;
create trigger invoices_row_count_added after insert on invoices
  referencing new table as added for each statement execute function count_invoices();
create trigger invoices_row_count_removed after delete on invoices
  referencing old table as removed for each statement execute function count_invoices();
create trigger invoices_row_count_moved after update on invoices for each row
  when ((old.company_id, old.location_id) is distinct from (new.company_id, new.location_id))
  execute function count_invoices();

create function count_door_log() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if tg_op = 'INSERT' then
    perform add_to_row_counter(company_id, location_id, 'door log', '', n)
       from (select company_id, location_id, count(*) as n from added group by 1, 2 order by 2) as changed;
  elsif tg_op = 'DELETE' then
    perform add_to_row_counter(company_id, location_id, 'door log', '', -n)
       from (select company_id, location_id, count(*) as n from removed group by 1, 2 order by 2) as changed;
  else
    perform add_to_row_counter(old.company_id, old.location_id, 'door log', '', -1);
    perform add_to_row_counter(new.company_id, new.location_id, 'door log', '', 1);
  end if;
  return null;
end $$;
create trigger door_log_row_count_added after insert on door_log
  referencing new table as added for each statement execute function count_door_log();
create trigger door_log_row_count_removed after delete on door_log
  referencing old table as removed for each statement execute function count_door_log();
create trigger door_log_row_count_moved after update on door_log for each row
  when ((old.company_id, old.location_id) is distinct from (new.company_id, new.location_id))
  execute function count_door_log();

create function recount_rows() returns void language sql as $$
  lock table contacts, checkins, invoices, door_log in share row exclusive mode;
  delete from row_counters;
  insert into row_counters
  select company_id, home_location_id, 'contacts', member_part(member_through), 0, count(*)
    from contacts where archived_at is null group by 1, 2, 4
  union all
  select company_id, home_location_id, 'all contacts', '', 0, count(*) from contacts where archived_at is null group by 1, 2
  union all
  select company_id, location_id, 'checkins', outcome_part(access_granted), 0, count(*) from checkins group by 1, 2, 4
  union all
  select company_id, location_id, 'invoices', '', 0, count(*) from invoices group by 1, 2
  union all
  select company_id, location_id, 'door log', '', 0, count(*) from door_log group by 1, 2;
$$;


-- SYSTEM

-- A migration that retires a job deletes its row.
create table jobs (
  name text primary key,
  ran_at timestamptz(3) not null,
  every_seconds real not null
);
${ofNoCompany('jobs')}

create table idempotency_keys (
  company_id uuid not null references companies on delete cascade,
  user_id uuid not null,
  route text not null,
  key text not null,
  body_hash bytea not null,
  invoice_id uuid,
  status integer,
  -- json, not jsonb: the same response again, to the letter.
  response json,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, user_id, route, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
create index idempotency_keys_invoice on idempotency_keys (invoice_id) where invoice_id is not null;
${ofCompany('idempotency_keys')}

-- What changed, by whom and when. The application can only add and read entries.
create table activity (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null,
  at timestamptz(3) not null default now(),
  actor_type text not null check (actor_type in (${actorTypes})),
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
${ofCompany('activity', { may: 'select, insert' })}

-- Emails to members that wait, were sent or have failed. A row stores the facts of an email; its text is written when it is sent.
create table emails (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null,
  contact_id uuid not null,
  kind text not null,
  data jsonb not null,
  -- Null: the contact's own address as it is when the email is sent.
  address text,
  -- What is emailed once has a name; null for what can be emailed any number of times.
  once text,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  due_at timestamptz(3) check ((due_at is not null) = (state = 'waiting')),
  attempts integer not null default 0,
  sent_to text,
  failure text,
  settled_at timestamptz(3) check ((settled_at is null) = (state = 'waiting')),
  created_at timestamptz(3) not null default now(),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade
);
create index emails_due on emails (company_id, due_at, id) where due_at is not null;
create unique index emails_once on emails (company_id, once) where once is not null;
create index emails_contact on emails (contact_id, settled_at desc, id);
create index emails_age on emails (settled_at) where settled_at is not null;
${ofCompany('emails')}

-- Files that no row names any more. They are removed a day later, so that a backup which has copied the rows still finds them.
create table deleted_files (
  key text primary key,
  company_id uuid not null,
  deleted_at timestamptz(3) not null
);
create index deleted_files_age on deleted_files (company_id, deleted_at);
${ofCompany('deleted_files')}

-- One row at most: when this installation was last backed up, and when that last failed.
create table last_backup (
  only_row boolean primary key default true check (only_row),
  completed_at timestamptz(3),
  failed_at timestamptz(3),
  failure text,
  check (completed_at is not null or failed_at is not null),
  check ((failed_at is null) = (failure is null))
);
${ofNoCompany('last_backup')}

-- Archives of everything that a company has, each for a day.
create table exports (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  status text not null default 'waiting' check (status in ('waiting', 'running', 'ready', 'failed', 'expired')),
  progress smallint not null default 0 check (progress between 0 and 100),
  attempts smallint not null default 0,
  requested_by uuid not null,
  requested_by_name text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3),
  archive_key text,
  archive_size bigint,
  check ((status = 'ready') = (archive_key is not null)),
  check (status <> 'ready' or (expires_at is not null and archive_size is not null))
);
create unique index exports_one_at_a_time on exports (company_id) where status in ('waiting', 'running');
create index exports_newest on exports (company_id, created_at desc);
${ofCompany('exports')}


-- EVENTS
-- What happened, for others to follow, and the endpoints to which it is sent.

-- Written in the transaction of what happened. A job gives it its number once that has committed, one transaction at a time, so that
-- who reads by number misses none. Of one record, an earlier event has the lower number: it is written under the record's lock.
create table events (
  company_id uuid not null references companies on delete cascade,
  id uuid default gen_random_uuid(),
  written bigint generated always as identity,
  number bigint,
  location_id uuid,
  type text not null,
  record_id uuid not null,
  at timestamptz(3) not null default now(),
  data jsonb not null,
  -- Names what happens once, with its date.
  once text,
  primary key (company_id, id)
);
create sequence event_numbers owned by events.number;
grant usage on sequence event_numbers to spotter_app, spotter_maintenance;
create index events_unnumbered on events (written) where number is null;
create unique index events_in_order on events (company_id, number) where number is not null;
create unique index events_once on events (company_id, once) where once is not null;
create index events_age on events (at);
${ofCompany('events')}

create table webhook_endpoints (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  url text not null,
  description text not null default '',
  -- Null: all of them.
  types text[],
  location_ids uuid[],
  secret_sealed text not null,
  -- Signs as well until then, after a change of the secret.
  old_secret_sealed text,
  old_secret_until timestamptz(3),
  disabled_at timestamptz(3),
  disabled_reason text check (disabled_reason in ('staff', 'gone', 'failing')),
  -- Since when every attempt has failed.
  failing_since timestamptz(3),
  -- It was disabled without anybody's press, and the admins are still to be told.
  notice_due boolean not null default false,
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (company_id, id),
  check ((disabled_at is null) = (disabled_reason is null)),
  check ((old_secret_sealed is null) = (old_secret_until is null))
);
create index webhook_endpoints_of on webhook_endpoints (company_id, created_at, id);
${ofCompany('webhook_endpoints')}

-- One event to one endpoint. The row is written with the number of its event. While it is being sent it is due again a minute later,
-- so that a killed process loses nothing.
create table webhook_deliveries (
  id uuid not null default gen_random_uuid(),
  endpoint_id uuid not null,
  event_id uuid not null,
  company_id uuid not null,
  record_id uuid not null,
  number bigint not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'failed')),
  attempts integer not null default 0,
  due_at timestamptz(3) check ((due_at is not null) = (state = 'pending')),
  -- Of the last attempt. No status: there was no answer, and the reason is in the answer.
  attempted_at timestamptz(3),
  status integer,
  milliseconds integer,
  answer text,
  created_at timestamptz(3) not null default now(),
  primary key (endpoint_id, event_id),
  unique (company_id, id),
  foreign key (company_id, endpoint_id) references webhook_endpoints (company_id, id) on delete cascade,
  foreign key (company_id, event_id) references events (company_id, id) on delete cascade
);
create index webhook_deliveries_event on webhook_deliveries (company_id, event_id);
create index webhook_deliveries_newest on webhook_deliveries (endpoint_id, number desc);
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, due_at, number) where state = 'pending';
create index webhook_deliveries_of_record on webhook_deliveries (endpoint_id, record_id, number) where state = 'pending';
${ofCompany('webhook_deliveries')}

-- When each record changed last, and when it was deleted: what a program that keeps a copy asks for.
create table record_changes (
  record_id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  kind text not null check (kind in ('contact', 'membership', 'sales-item', 'agreement', 'invoice')),
  -- Null: company-wide.
  location_id uuid,
  changed_at timestamptz(3) not null,
  deleted_at timestamptz(3)
);
create index record_changes_order on record_changes (company_id, kind, changed_at, record_id);
${ofCompany('record_changes', { may: 'select' })}

-- A record that is archived counts as deleted. One that was archived from the start was never there.
create function note_change() returns trigger language plpgsql security definer set search_path from current as $$
declare
  changed timestamptz := clock_timestamp();
begin
  if tg_op = 'DELETE' or to_jsonb(new) ->> 'archived_at' is not null then
    update record_changes set changed_at = changed, deleted_at = changed
     where record_id = case tg_op when 'INSERT' then new.id else old.id end and deleted_at is null;
  elsif tg_op = 'INSERT' or new is distinct from old then
    insert into record_changes (record_id, company_id, kind, location_id, changed_at)
    values (new.id, new.company_id, tg_argv[0], (to_jsonb(new) ->> tg_argv[1])::uuid, changed)
        on conflict (record_id) do update
       set company_id = excluded.company_id, location_id = excluded.location_id, changed_at = excluded.changed_at, deleted_at = null;
  end if;
  return null;
end $$;
create trigger contacts_changes after insert or update or delete on contacts for each row execute function note_change('contact', 'home_location_id');
create trigger memberships_changes after insert or update or delete on memberships for each row execute function note_change('membership', 'location_id');
create trigger sales_items_changes after insert or update or delete on sales_items for each row execute function note_change('sales-item', 'location_id');
create trigger agreements_changes after insert or update or delete on agreements for each row execute function note_change('agreement', 'location_id');
create trigger invoices_changes after insert or update or delete on invoices for each row execute function note_change('invoice', 'location_id');


-- ERASURES
-- Contacts whose data was asked to be erased, and those whose data is.

create table contact_erasures (
  contact_id uuid primary key,
  company_id uuid not null,
  asked_at timestamptz(3) not null,
  asked_by uuid not null,
  asked_by_name text not null,
  -- Until then it can be taken back.
  due_at timestamptz(3) not null check (due_at > asked_at),
  -- Why it could not be done when it was due. It is tried again.
  refusal text,
  erased_at timestamptz(3),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade
);
create index contact_erasures_due on contact_erasures (due_at) where erased_at is null;
create index contact_erasures_done on contact_erasures (company_id, erased_at) where erased_at is not null;
${ofCompany('contact_erasures')}

-- A text with each of the words, in any case, replaced by 'erased'.
create function without_words(given text, words text[]) returns text language plpgsql immutable as $$
declare word text;
begin
  foreach word in array words loop
    given := regexp_replace(given, regexp_replace(word, '([][\\\\.^$*+?(){}|-])', '\\\\\\1', 'g'), 'erased', 'gi');
  end loop;
  return given;
end $$;
-- The words as they stand in the text of a JSON document.
create function json_words(words text[]) returns text[] language sql immutable as $$
  select array(select substring(to_json(word)::text from 2 for length(to_json(word)::text) - 2) from unnest(words) as word)
$$;
create function has_words(given text, words text[]) returns boolean language sql immutable as $$
  select exists (select from unnest(words) as word where strpos(lower(given), lower(word)) > 0)
$$;

create function keeps_value(record_type text, value jsonb) returns boolean language sql immutable as $$
  select value = 'null' or record_type = 'invoice' and jsonb_typeof(value) in ('number', 'boolean')
$$;

-- The activity log is only ever added to. This is its one exception, for a contact whose erasure is due: entries stay, and lose the
-- contact's names and values. Amounts of invoices stay. words are the names, addresses and numbers of the contact, for the
-- entries of other records that name it.
create function erase_from_activity(contact uuid, words text[]) returns void
language plpgsql security definer set search_path from current as $$
declare company uuid;
begin
  select e.company_id into company from contact_erasures e
   where e.contact_id = contact and e.erased_at is null and e.due_at <= ${now} and e.company_id = any (visible_companies());
  if company is null then
    raise exception 'Only an erasure that is due changes the activity log';
  end if;
  update activity a
     set record_label = case when a.record_type = 'invoice' then without_words(a.record_label, words) else 'Erased contact' end,
         changes = (
           select coalesce(jsonb_agg(jsonb_build_object(
                    'field', c.change -> 'field',
                    'before', case when keeps_value(a.record_type, c.change -> 'before') then c.change -> 'before' else '"erased"' end,
                    'after', case when keeps_value(a.record_type, c.change -> 'after') then c.change -> 'after' else '"erased"' end)
                    order by c.position), '[]')
             from jsonb_array_elements(a.changes) with ordinality as c (change, position))
   where a.company_id = company
     and a.record_id in (
       select contact
        union all select id from contact_memberships where contact_id = contact
        union all select id from invoices where contact_id = contact
        union all select id from checkins where contact_id = contact
        union all select id from door_log where contact_id = contact
        union all select id from households where payer_id = contact);
  update activity a
     set record_label = without_words(a.record_label, words), changes = without_words(a.changes::text, json_words(words))::jsonb
   where a.company_id = company
     and (has_words(a.record_label, words)
          or has_words(a.changes::text, json_words(words)));
end $$;

-- Replaces the words in everything that staff type freely, in the whole company of a contact whose erasure is due. Some of these rows are
-- only ever added to, which is why the application cannot do it.
create function erase_from_texts(contact uuid, words text[]) returns void
language plpgsql security definer set search_path from current as $$
declare
  company uuid;
  place record;
begin
  select e.company_id into company from contact_erasures e
   where e.contact_id = contact and e.erased_at is null and e.due_at <= ${now} and e.company_id = any (visible_companies());
  if company is null then
    raise exception 'Only an erasure that is due changes what staff wrote';
  end if;
  for place in
    select * from (values
      ('contacts', 'notes'), ('contacts', 'emergency_contact_name'), ('contact_notes', 'text'), ('contact_blocks', 'reason'),
      ('contact_memberships', 'notes'), ('contact_memberships', 'cancel_note'), ('contact_memberships', 'access_reason'),
      ('membership_freezes', 'reason'), ('households', 'name'), ('invoices', 'description'), ('invoices', 'notes'),
      ('invoices', 'closed_reason'), ('invoice_lines', 'description'), ('invoice_lines', 'discount_reason'),
      ('payments', 'reference'), ('refunds', 'reason'), ('parked_sales', 'note'), ('stock_movements', 'note'),
      ('drawer_movements', 'reason'), ('drawers', 'note')) as free (in_table, in_column)
  loop
    execute format(
      'update %1$I set %2$I = without_words(%2$I, $1) where company_id = $2 and has_words(%2$I, $1)',
      place.in_table, place.in_column) using words, company;
  end loop;
  update contacts set emergency_contact_phone = '' where company_id = company and emergency_contact_phone = any (words);
  update drawers set report = without_words(report::text, json_words(words))::jsonb
   where company_id = company and has_words(report::text, json_words(words));
  update emails set data = without_words(data::text, json_words(words))::jsonb
   where company_id = company and has_words(data::text, json_words(words));
end $$;


-- A function runs with the rights of its owner: those that are to look across companies belong to the role that may.
do $$ declare definer regprocedure; begin
  for definer in
    select p.oid from pg_proc p
     where p.prosecdef and p.pronamespace = current_schema()::regnamespace
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  loop
    execute format('alter function %s owner to spotter_maintenance', definer);
  end loop;
end $$;
`;
