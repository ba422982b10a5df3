/**
 * The schema of all resources. Money is whole cents, dates without a time are `date`, moments keep
 * milliseconds (so that an `updatedAt` read by a browser compares exactly). Foreign keys carry the company,
 * so that no row can name a row of another company.
 */
export const schema = /* sql */ `
create extension if not exists pg_trgm;

-- Who may sign in, and to what. These tables decide the tenant scope, so they lie outside of it.

create table users (
  id uuid primary key,
  email text not null,
  first_name text not null,
  last_name text not null,
  password_hash text,
  email_verified_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create unique index users_email on users (lower(email));

create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3)
);
create index sessions_user on sessions (user_id);

create table user_tokens (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in ('reset', 'verify')),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);
create index user_tokens_user on user_tokens (user_id, purpose);

create table login_failures (
  subject text not null,
  at timestamptz(3) not null default now()
);
create index login_failures_subject on login_failures (subject, at);

create table jobs (
  name text primary key,
  ran_at timestamptz(3) not null
);

-- Companies and locations.

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
  updated_at timestamptz(3) not null default now()
);

create table company_admins (
  user_id uuid not null references users on delete cascade,
  company_id uuid not null references companies on delete cascade,
  created_at timestamptz(3) not null default now(),
  primary key (user_id, company_id)
);

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
  is_active boolean not null default true,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  archived_at timestamptz(3),
  unique (company_id, id)
);

create table location_access (
  user_id uuid not null references users on delete cascade,
  company_id uuid not null,
  location_id uuid not null,
  access_level text not null check (access_level in ('admin', 'manager', 'operator', 'point_of_sale')),
  created_at timestamptz(3) not null default now(),
  primary key (user_id, location_id),
  foreign key (company_id, location_id) references locations (company_id, id) on delete cascade
);

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

-- Contacts.

create table contacts (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  home_location_id uuid not null,
  first_name text not null collate "und-x-icu" check (first_name <> ''),
  last_name text not null collate "und-x-icu" check (last_name <> ''),
  email text not null check (email <> ''),
  phone text not null default '',
  date_of_birth date,
  address text not null default '',
  city text not null default '',
  state text not null default '',
  zip_code text not null default '',
  emergency_contact_name text not null default '',
  emergency_contact_phone text not null default '',
  notes text not null default '',
  image_original_key text,
  image_preview_key text,
  image_thumbnail_key text,
  image_file_name text,
  image_file_size integer,
  image_uploaded_at timestamptz(3),
  -- The last day on which this contact counts as a member; kept by a trigger on contact_memberships.
  member_through date,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  archived_at timestamptz(3),
  search_text text not null generated always as (
    lower((first_name || ' ' || last_name || ' ' || email || ' ' || phone) collate "und-x-icu")
  ) stored,
  unique (company_id, id),
  foreign key (company_id, home_location_id) references locations (company_id, id)
);
create unique index contacts_email on contacts (company_id, lower(email)) where archived_at is null;
create index contacts_newest on contacts (home_location_id, created_at, id) where archived_at is null;
create index contacts_first_name on contacts (home_location_id, first_name, id) where archived_at is null;
create index contacts_members on contacts (home_location_id, member_through) where archived_at is null;
create index contacts_search on contacts using gin (search_text gin_trgm_ops) where archived_at is null;

-- What is sold.

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
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  archived_at timestamptz(3),
  unique (company_id, id),
  foreign key (company_id, location_id) references locations (company_id, id)
);
create index sales_items_newest on sales_items (location_id, created_at, id) where archived_at is null;
create index sales_items_name on sales_items (location_id, name, id) where archived_at is null;

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

create table membership_agreements (
  company_id uuid not null,
  membership_id uuid not null,
  agreement_id uuid not null,
  primary key (membership_id, agreement_id),
  foreign key (company_id, membership_id) references memberships (company_id, id) on delete cascade,
  foreign key (company_id, agreement_id) references agreements (company_id, id) on delete cascade
);
create index membership_agreements_agreement on membership_agreements (agreement_id);

-- Sales. An invoice copies every name, price and rate, so that no later edit changes it.

create table invoices (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  location_id uuid not null,
  contact_id uuid not null,
  status text not null check (status in ('draft', 'open', 'partially_paid', 'paid', 'overdue', 'void', 'refunded')),
  description text not null default '',
  subtotal_cents integer not null check (subtotal_cents >= 0),
  tax_rate numeric(5, 4) not null default 0,
  tax_cents integer not null check (tax_cents >= 0),
  total_cents integer not null check (total_cents = subtotal_cents + tax_cents),
  paid_cents integer not null default 0 check (paid_cents >= 0),
  due_cents integer not null check (due_cents >= 0),
  currency text not null default 'USD',
  customer_first_name text not null collate "und-x-icu",
  customer_last_name text not null collate "und-x-icu",
  customer_email text not null,
  customer_phone text not null default '',
  location_name text not null,
  company_name text not null,
  notes text not null default '',
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
  check (paid_cents + due_cents = total_cents or status = 'void')
);
create index invoices_newest on invoices (location_id, created_at, id);
create index invoices_status on invoices (location_id, status, id);
create index invoices_total on invoices (location_id, total_cents, id);
create index invoices_due on invoices (location_id, due_cents, id);
create index invoices_contact on invoices (contact_id, created_at, id);
create index invoices_search on invoices using gin (search_text gin_trgm_ops);

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
  total_cents integer not null,
  primary key (invoice_id, position),
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete cascade
);
create index invoice_lines_item on invoice_lines (item_id) where item_id is not null;

create table payments (
  id uuid primary key,
  company_id uuid not null,
  invoice_id uuid not null,
  amount_cents integer not null check (amount_cents >= 0),
  method text not null check (method in ('cash', 'card')),
  status text not null check (status in ('pending', 'completed', 'failed', 'refunded')),
  stripe_payment_intent_id text,
  stripe_refund_id text unique,
  tendered_cents integer,
  failure_message text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete cascade
);
create index payments_invoice on payments (invoice_id, created_at);
create unique index payments_intent on payments (stripe_payment_intent_id)
  where stripe_payment_intent_id is not null and stripe_refund_id is null;

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
  purchase_date timestamptz(3) not null default now(),
  access_enabled boolean not null default true,
  auto_renew boolean not null default false,
  -- Null until the payment has succeeded: not a membership yet.
  granted_at timestamptz(3),
  notes text not null default '',
  created_at timestamptz(3) not null default now(),
  unique (company_id, id),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade,
  foreign key (company_id, membership_id) references memberships (company_id, id),
  foreign key (company_id, location_id) references locations (company_id, id),
  foreign key (company_id, invoice_id) references invoices (company_id, id)
);
create index contact_memberships_contact on contact_memberships (contact_id, purchase_date);
create index contact_memberships_plan on contact_memberships (membership_id);
create index contact_memberships_invoice on contact_memberships (invoice_id);
create index contact_memberships_renewal on contact_memberships (end_date) where auto_renew and granted_at is not null;

create table renewals (
  contact_membership_id uuid not null,
  period integer not null,
  company_id uuid not null,
  invoice_id uuid,
  status text not null check (status in ('pending', 'paid', 'declined', 'given_up')),
  attempts integer not null default 0,
  next_attempt_on date,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (contact_membership_id, period),
  foreign key (company_id, contact_membership_id) references contact_memberships (company_id, id) on delete cascade,
  foreign key (company_id, invoice_id) references invoices (company_id, id)
);

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

create table stripe_customers (
  company_id uuid not null,
  contact_id uuid not null,
  customer_id text not null,
  payment_method_id text,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, contact_id),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade
);

create table payment_intents (
  id text primary key,
  company_id uuid not null,
  invoice_id uuid not null,
  attempt integer not null default 1,
  amount_cents integer not null,
  currency text not null default 'usd',
  status text not null,
  created_at timestamptz(3) not null default now(),
  checked_at timestamptz(3),
  settled_at timestamptz(3),
  unique (invoice_id, attempt),
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete cascade
);
create index payment_intents_open on payment_intents (created_at) where settled_at is null;

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

create table webhook_events (
  company_id uuid not null references companies on delete cascade,
  event_id text not null,
  type text not null,
  received_at timestamptz(3) not null default now(),
  primary key (company_id, event_id)
);

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
create index checkins_newest on checkins (location_id, checkin_time, id);
create index checkins_result on checkins (location_id, access_granted, checkin_time, id);
create index checkins_contact on checkins (contact_id, checkin_time);

create table idempotency_keys (
  company_id uuid not null references companies on delete cascade,
  user_id uuid not null,
  route text not null,
  key text not null,
  body_hash bytea not null,
  invoice_id uuid,
  status integer,
  -- json, not jsonb: the same answer again, to the letter.
  answer json,
  created_at timestamptz(3) not null default now(),
  primary key (company_id, user_id, route, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- Counting as a member: active, pending or suspended, that is: not past its last day.

create function keep_member_through() returns trigger language plpgsql security definer set search_path from current as $$
declare touched uuid;
begin
  foreach touched in array
    case tg_op when 'INSERT' then array[new.contact_id] when 'DELETE' then array[old.contact_id]
      else array[old.contact_id, new.contact_id] end
  loop
    update contacts set member_through = (
      select max(case when not access_enabled then 'infinity' else coalesce(last_day, 'infinity') end)
        from contact_memberships where contact_id = touched and granted_at is not null
    ) where id = touched;
  end loop;
  return null;
end $$;
create trigger contact_memberships_member_through
  after insert or delete or update of contact_id, access_enabled, end_date, contract_end_date, granted_at
  on contact_memberships for each row execute function keep_member_through();
`;
