import { ofCompany } from './policies.ts';

/** What happened, for others to follow, and the endpoints to which it is sent. */
export const events = /* sql */ `
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
`;
