import { ofCompany, ofNoCompany } from './policies.ts';

/** The last day of a membership that does not renew; null for one that continues. */
const endDay = `case when auto_renew
  then least(cancels_on, case when planned_membership_id is null then contract_end_date end)
  else least(cancels_on, end_date) end`;

/**
 * The schema of 1.0.0, section by section: roles, tenancy, people, catalog, contacts, invoices and money, contact memberships,
 * desk, ledger, totals of lists, system. Money is whole cents, dates without a time are `date`, moments keep milliseconds (so that an
 * `updatedAt` read by a browser compares exactly). Foreign keys carry the company, so that no row can name a row of another one.
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
  is_active boolean not null default true,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  archived_at timestamptz(3),
  unique (company_id, id)
);
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

create table login_failures (
  subject text not null,
  at timestamptz(3) not null default now()
);
create index login_failures_subject on login_failures (subject, at);
${ofNoCompany('login_failures')}

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


-- CATALOG

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
  is_published boolean not null default false,
  is_active boolean not null default true,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  archived_at timestamptz(3),
  unique (company_id, id),
  foreign key (company_id, location_id) references locations (company_id, id),
  check ((type = 'contract') = (contract_length_months is not null)),
  check ((billing_frequency = 'one_time') = (access_duration_days is not null))
);
create index memberships_newest on memberships (company_id, created_at, id) where archived_at is null;
${ofCompany('memberships')}

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
  created_at timestamptz(3) not null default now(),
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

-- Two lower-cased texts that differ in accents or apostrophes only give the same. Most have neither, which is seen by their
-- length. All in one expression of pg_catalog, so that indexes are built under any search path and it is planned inline.
create function search_words(low text, phone text) returns text language sql immutable parallel safe as $$
  select case when octet_length(low) = char_length(low) then low else
      replace(replace(replace(replace(
        translate(regexp_replace(normalize(low, NFD), '[\\u0300-\\u036f]', '', 'g'), 'øłđðħıŧ’‘ʼ', 'olddhit'''''''),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') end
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
);
create unique index contacts_email on contacts (company_id, lower(email)) where archived_at is null;
create index contacts_phone on contacts (company_id, phone) where archived_at is null and phone <> '';
create index contacts_birthday on contacts (company_id, date_of_birth) where archived_at is null and date_of_birth is not null;
-- With the company in them, lists find the rows of a page in the index alone, through row-level security too.
create index contacts_newest on contacts (home_location_id, created_at, id) include (company_id, member_through) where archived_at is null;
create index contacts_first_name on contacts (home_location_id, first_name, id) include (company_id, member_through) where archived_at is null;
create index contacts_words on contacts using gin (home_location_id, search_words(search_text, phone) gin_trgm_ops) where archived_at is null;
create index contacts_tags on contacts using gin (home_location_id, lower_tags(tags)) where archived_at is null and tags <> '{}';
create index contacts_tagged on contacts (company_id) where archived_at is null and tags <> '{}';
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

-- Row-level security keeps "like" and lower() away from the indexes (they are not leakproof). So searches run with the rights of
-- spotter_maintenance and check the companies in their own conditions. They are planned for the actual text each time: a generic
-- plan expects every search to match half of the table.

-- A condition: all of the words are found in this text, or one of the others. Null where there is nothing to find.
create function search_condition(found_in text, words text[], others text[]) returns text language sql stable as $$
  select nullif(concat_ws(' or ',
    (select '(' || string_agg(format('%s like %L', found_in, search_words(lower(word collate "und-x-icu"), '')), ' and ') || ')' from unnest(words) as word),
    (select string_agg(format('%s like %L', found_in, search_words(lower(other collate "und-x-icu"), '')), ' or ') from unnest(others) as other)), '')
$$;

-- Without locations: those of all companies in scope. Without words, others or tags those do not narrow it.
create function contacts_found_by(words text[], others text[], with_tags text[], at_locations uuid[]) returns setof contacts
language plpgsql stable security definer set search_path from current as $$
begin
  return query execute
    'select * from contacts where archived_at is null and company_id = any ($1) and home_location_id = any ($2)'
      || coalesce(' and (' || search_condition('search_words(search_text, phone)', words, others) || ')', '')
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
create index invoices_words on invoices using gin (location_id, search_words(search_text, customer_phone) gin_trgm_ops);
create index invoices_owed on invoices (company_id, contact_id) include (due_cents)
  where due_cents > 0 and status in ('open', 'partially_paid', 'overdue');
${ofCompany('invoices')}

create function invoices_found_by(words text[], others text[], at_locations uuid[]) returns setof invoices
language plpgsql stable security definer set search_path from current as $$
begin
  return query execute
    'select * from invoices where company_id = any ($1) and location_id = any ($2)'
      || coalesce(' and (' || search_condition('search_words(search_text, customer_phone)', words, others) || ')', '')
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

-- Three letters of the city, or of the location's name, with a digit if another location has them.
create function new_invoice_prefix(location uuid) returns text language sql as $$
  select p.prefix
    from (select l.company_id, coalesce(nullif(upper(left(regexp_replace(l.city, '[^A-Za-z]', '', 'g'), 3)), ''),
                                        nullif(upper(left(regexp_replace(l.name, '[^A-Za-z]', '', 'g'), 3)), ''), 'GYM') as letters
            from locations l where l.id = location) as l
   cross join lateral (select n, l.letters || case n when 1 then '' else n::text end as prefix from generate_series(1, 10000) as n) as p
   where not exists (select from invoice_counters c where c.company_id = l.company_id and c.prefix = p.prefix)
   order by p.n limit 1
$$;

create function number_invoice() returns trigger language plpgsql as $$
declare own invoice_counters;
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
    values (new.location_id, new.company_id, coalesce((select prefix from invoice_counters where location_id = new.location_id), new_invoice_prefix(new.location_id)), 10001)
        on conflict (location_id) do update set last = c.last + 1
    returning c.* into own;
  end if;
  insert into invoice_numbers (invoice_id, company_id, number, sequence) values (new.id, new.company_id, own.prefix || '-' || own.last, own.last);
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

create table stock_holds (
  invoice_id uuid not null,
  sales_item_id uuid not null,
  company_id uuid not null,
  quantity integer not null check (quantity > 0),
  state text not null default 'held' check (state in ('held', 'sold', 'returned')),
  primary key (invoice_id, sales_item_id),
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete cascade,
  foreign key (company_id, sales_item_id) references sales_items (company_id, id)
);
create index stock_holds_item on stock_holds (sales_item_id);
${ofCompany('stock_holds')}

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
  primary key (company_id, contact_id),
  foreign key (company_id, contact_id) references stripe_customers (company_id, contact_id) on delete cascade
);
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
  primary key (company_id, id),
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete cascade
);
create index disputes_invoice on disputes (invoice_id);
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
  purchase_price_cents integer not null,
  start_date date not null,
  end_date date,
  contract_end_date date,
  last_day date generated always as (least(end_date, contract_end_date)) stored,
  periods_paid integer not null default 1,
  -- The first day of a period that was paid after the grace period. Periods count from there on.
  counted_from date,
  -- What was billed under earlier plans, from which the periods of this one are counted on, and the months from the first start to
  -- the end of each of those periods. Null when periods are counted from counted_from.
  earlier_months integer not null default 0,
  earlier_periods integer not null default 0,
  earlier_ends integer[],
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
create index contact_memberships_by_hand on contact_memberships (end_date)
  where auto_renew and renews_by = 'manual' and granted_at is not null;
create index contact_memberships_held on contact_memberships (company_id, end_date, id) where renewal_on_hold is not null;
-- Those that end soon: by their own end date, with their contract, or by a cancellation.
create index contact_memberships_ending on contact_memberships (company_id, last_day)
  where granted_at is not null and access_enabled and not auto_renew;
create index contact_memberships_contracts on contact_memberships (company_id, contract_end_date)
  where granted_at is not null and access_enabled and auto_renew and contract_end_date is not null;
create index contact_memberships_canceled on contact_memberships (company_id, cancels_on)
  where granted_at is not null and access_enabled and cancels_on is not null;
-- For filtering contacts by their status: the few memberships that are not simply active.
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
  select max(case
      when m.cancels_on is not null then least(m.cancels_on, coalesce(greatest(m.last_day, m.end_date + coalesce(m.grace_days, m.unbilled_grace)), 'infinity'))
      when not m.access_enabled then 'infinity'
      else coalesce(greatest(m.last_day, m.end_date + coalesce(m.grace_days, m.unbilled_grace)) + coalesce((
        select sum(f.longest_until - f.from_day + 1) from membership_freezes f
         where f.contact_membership_id = m.id and f.until_day is null), 0)::int, 'infinity') end)
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
    auto_renew, planned_membership_id, unbilled_grace
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
         case when m.billing_frequency = 'one_time' or not m.auto_renew and m.canceled_at is null then '-infinity'
              else least(force.through, (m.canceled_at at time zone l.timezone)::date,
                case when m.planned_membership_id is null then (m.contract_end_date + 1 - make_interval(months => months.each))::date - 1 end) end,
         round(m.purchase_price_cents / months.each::numeric)::int
    from contact_memberships m
    join contacts c on c.id = m.contact_id
    join locations l on l.id = c.home_location_id
    left join company_settings s on s.company_id = m.company_id
   cross join lateral (select case m.billing_frequency when 'annually' then 12 else 1 end as each) as months
   cross join lateral (
     select m.auto_renew and m.billing_frequency <> 'one_time'
        and (m.contract_end_date is null or m.end_date < m.contract_end_date or m.planned_membership_id is not null) as is_on) as renewal
   cross join lateral (select greatest(m.last_day, m.end_date + coalesce(m.grace_days, m.unbilled_grace)) as last_day) as paid
   cross join lateral (
     select least((c.archived_at at time zone l.timezone)::date, case
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
  today := (coalesce(nullif(current_setting('spotter.now', true), '')::timestamptz, now()) at time zone terms.timezone)::date;
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
    purchase_price_cents, billing_frequency, planned_membership_id, grace_days, unbilled_grace
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
create unique index renewals_invoice on renewals (invoice_id) where invoice_id is not null;
create index renewals_company on renewals (company_id, status);
create index renewals_due on renewals (company_id, next_attempt_on) where next_attempt_on is not null;
create index renewals_attempts on renewals (next_attempt_on) where next_attempt_on is not null;
${ofCompany('renewals')}


-- FINISHED DAYS
-- What happened on finished days is summed by a job, up to a day for each subject, so that a report over a year adds up days. What is
-- written about such a day after all adds to its sums by a trigger. Both take one lock, the job alone: it waits for what is not
-- committed yet.

create table finished_days (
  company_id uuid not null references companies on delete cascade,
  subject text not null check (subject in ('ledger', 'checkins')),
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
  select (coalesce(nullif(current_setting('spotter.now', true), '')::timestamptz, now()) at time zone 'UTC')::date
$$;


-- DESK

create table checkins (
  id uuid primary key,
  company_id uuid not null,
  location_id uuid not null,
  contact_id uuid not null,
  checkin_time timestamptz(3) not null,
  access_granted boolean not null,
  reason text,
  door_id text not null default '',
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

create function keep_closed_drawer() returns trigger language plpgsql as $$
begin
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
create index drawer_mails_due on drawer_emails (company_id, due_at, drawer_id, user_id);
create index drawer_mails_user on drawer_emails (user_id);
${ofCompany('drawer_emails')}

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
  actor_type text not null check (actor_type in ('user', 'job', 'stripe', 'operator', 'device')),
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
  include (account, kind, cents, category, item_id, plan_id, name, staff_id) where line is not null;
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
  method text,
  staff_id uuid,
  cents bigint not null
);
create index ledger_day_sums_sales on ledger_day_sums (company_id, location_id, business_day)
  include (account, kind, cents, category, item_id, plan_id, name, staff_id) where line is not null;
create index ledger_day_sums_money on ledger_day_sums (company_id, account, location_id, business_day) include (kind, cents, method)
  where line is null;
${ofCompany('ledger_day_sums', { may: 'select, insert' })}

create function sum_late_entry() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('finished days', 0));
  insert into ledger_day_sums (company_id, location_id, business_day, account, kind, line, category, item_id, plan_id, name, method, staff_id, cents)
  select new.company_id, new.location_id, new.business_day, new.account, new.kind, case when new.line is not null then 0 end, new.category,
         new.item_id, new.plan_id, new.name, new.method, new.staff_id, new.cents
    from finished_days f where f.company_id = new.company_id and f.subject = 'ledger' and f.through >= new.business_day;
  return null;
end $$;
create trigger ledger_entries_late after insert on ledger_entries for each row
  when (new.business_day < utc_today() - 1) execute function sum_late_entry();

create view ledger_sums with (security_invoker = true) as
  select company_id, location_id, business_day, account, kind, line, category, item_id, plan_id, name, method, staff_id, cents
    from ledger_day_sums where business_day <= (select finished_through('ledger'))
   union all
  select company_id, location_id, business_day, account, kind, line, category, item_id, plan_id, name, method, staff_id, cents
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
-- How many contacts, check-ins and invoices each location has, so that a list knows its total without counting rows. Triggers
-- update the numbers in the transaction of the rows themselves. A number is spread over shards, usually one per database
-- connection, so that sales and check-ins at one location do not wait for each other; it is the sum of its shards. Contacts are
-- grouped by the last day on which they count as members ('all contacts' are not), check-ins by their outcome.

create table tallies (
  company_id uuid not null,
  location_id uuid not null,
  subject text not null check (subject in ('contacts', 'all contacts', 'checkins', 'invoices')),
  part text collate "C" not null,
  shard smallint not null,
  amount bigint not null,
  primary key (location_id, subject, part, shard)
) with (fillfactor = 50);
create index tallies_company on tallies (company_id);
create index tallies_spread on tallies (company_id) where shard <> 0;
${ofCompany('tallies', { may: 'select' })}

create function tally(in_company uuid, at_location uuid, of_subject text, in_part text, change bigint) returns void
language sql as $$
  insert into tallies (company_id, location_id, subject, part, shard, amount)
  values (in_company, at_location, of_subject, in_part, pg_backend_pid() % 64, change)
  on conflict (location_id, subject, part, shard) do update set amount = tallies.amount + excluded.amount
$$;

-- A day as text sorts as the day does, no end after every day, and no membership before.
create function member_part(through date) returns text language sql immutable as $$
  select case when through = 'infinity' then 'infinity' else coalesce(to_char(through, 'YYYY-MM-DD'), '') end
$$;
create function outcome_part(granted boolean) returns text language sql immutable as $$
  select case when granted then 'granted' else 'denied' end
$$;

create function tally_contacts() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if tg_op = 'INSERT' then
    perform tally(company_id, home_location_id, 'contacts', part, n)
       from (select company_id, home_location_id, member_part(member_through) as part, count(*) as n
               from added where archived_at is null group by 1, 2, 3 order by 2, 3) as changed;
  elsif tg_op = 'DELETE' then
    perform tally(company_id, home_location_id, 'contacts', part, -n)
       from (select company_id, home_location_id, member_part(member_through) as part, count(*) as n
               from removed where archived_at is null group by 1, 2, 3 order by 2, 3) as changed;
  else
    if old.archived_at is null then
      perform tally(old.company_id, old.home_location_id, 'contacts', member_part(old.member_through), -1);
    end if;
    if new.archived_at is null then
      perform tally(new.company_id, new.home_location_id, 'contacts', member_part(new.member_through), 1);
    end if;
  end if;
  return null;
end $$;
create trigger contacts_tally_added after insert on contacts
  referencing new table as added for each statement execute function tally_contacts();
create trigger contacts_tally_removed after delete on contacts
  referencing old table as removed for each statement execute function tally_contacts();
create trigger contacts_tally_moved after update on contacts for each row
  when ((old.company_id, old.home_location_id, old.member_through, old.archived_at is null)
    is distinct from (new.company_id, new.home_location_id, new.member_through, new.archived_at is null))
  execute function tally_contacts();

create function tally_all_contacts() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if tg_op = 'INSERT' then
    perform tally(company_id, home_location_id, 'all contacts', '', n)
       from (select company_id, home_location_id, count(*) as n from added where archived_at is null group by 1, 2 order by 2) as changed;
  elsif tg_op = 'DELETE' then
    perform tally(company_id, home_location_id, 'all contacts', '', -n)
       from (select company_id, home_location_id, count(*) as n from removed where archived_at is null group by 1, 2 order by 2) as changed;
  else
    if old.archived_at is null then
      perform tally(old.company_id, old.home_location_id, 'all contacts', '', -1);
    end if;
    if new.archived_at is null then
      perform tally(new.company_id, new.home_location_id, 'all contacts', '', 1);
    end if;
  end if;
  return null;
end $$;
create trigger contacts_total_added after insert on contacts
  referencing new table as added for each statement execute function tally_all_contacts();
create trigger contacts_total_removed after delete on contacts
  referencing old table as removed for each statement execute function tally_all_contacts();
create trigger contacts_total_moved after update on contacts for each row
  when ((old.company_id, old.home_location_id, old.archived_at is null)
    is distinct from (new.company_id, new.home_location_id, new.archived_at is null))
  execute function tally_all_contacts();

create function tally_checkins() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if tg_op = 'INSERT' then
    perform tally(company_id, location_id, 'checkins', part, n)
       from (select company_id, location_id, outcome_part(access_granted) as part, count(*) as n
               from added group by 1, 2, 3 order by 2, 3) as changed;
  elsif tg_op = 'DELETE' then
    perform tally(company_id, location_id, 'checkins', part, -n)
       from (select company_id, location_id, outcome_part(access_granted) as part, count(*) as n
               from removed group by 1, 2, 3 order by 2, 3) as changed;
  else
    perform tally(old.company_id, old.location_id, 'checkins', outcome_part(old.access_granted), -1);
    perform tally(new.company_id, new.location_id, 'checkins', outcome_part(new.access_granted), 1);
  end if;
  return null;
end $$;
create trigger checkins_tally_added after insert on checkins
  referencing new table as added for each statement execute function tally_checkins();
create trigger checkins_tally_removed after delete on checkins
  referencing old table as removed for each statement execute function tally_checkins();
create trigger checkins_tally_moved after update on checkins for each row
  when ((old.company_id, old.location_id, old.access_granted) is distinct from (new.company_id, new.location_id, new.access_granted))
  execute function tally_checkins();

create function tally_invoices() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if tg_op = 'INSERT' then
    perform tally(company_id, location_id, 'invoices', '', n)
       from (select company_id, location_id, count(*) as n from added group by 1, 2 order by 2) as changed;
  elsif tg_op = 'DELETE' then
    perform tally(company_id, location_id, 'invoices', '', -n)
       from (select company_id, location_id, count(*) as n from removed group by 1, 2 order by 2) as changed;
  else
    perform tally(old.company_id, old.location_id, 'invoices', '', -1);
    perform tally(new.company_id, new.location_id, 'invoices', '', 1);
  end if;
  return null;
end $$;
create trigger invoices_tally_added after insert on invoices
  referencing new table as added for each statement execute function tally_invoices();
create trigger invoices_tally_removed after delete on invoices
  referencing old table as removed for each statement execute function tally_invoices();
create trigger invoices_tally_moved after update on invoices for each row
  when ((old.company_id, old.location_id) is distinct from (new.company_id, new.location_id))
  execute function tally_invoices();

create function recount_tallies() returns void language sql as $$
  lock table contacts, checkins, invoices in share row exclusive mode;
  delete from tallies;
  insert into tallies
  select company_id, home_location_id, 'contacts', member_part(member_through), 0, count(*)
    from contacts where archived_at is null group by 1, 2, 4
  union all
  select company_id, home_location_id, 'all contacts', '', 0, count(*) from contacts where archived_at is null group by 1, 2
  union all
  select company_id, location_id, 'checkins', outcome_part(access_granted), 0, count(*) from checkins group by 1, 2, 4
  union all
  select company_id, location_id, 'invoices', '', 0, count(*) from invoices group by 1, 2;
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
create index mails_due on emails (company_id, due_at, id) where due_at is not null;
create unique index mails_once on emails (company_id, once) where once is not null;
create index mails_settled on emails (contact_id, settled_at desc, id) where settled_at is not null;
create index mails_age on emails (settled_at) where settled_at is not null;
${ofCompany('emails')}

-- Files that no row names any more. They are removed a day later, so that a backup which has copied the rows still finds them.
create table deleted_files (
  key text primary key,
  company_id uuid not null,
  deleted_at timestamptz(3) not null
);
create index deleted_files_age on deleted_files (company_id, deleted_at);
${ofCompany('deleted_files')}


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
