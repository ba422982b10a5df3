import { ofCompany, ofNoCompany } from './policies.ts';

export const doors = /* sql */ `
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

alter table memberships add column visits_per_day smallint check (visits_per_day between 1 and 24);
-- Which membership let them in. Null for denials, and for check-ins before this column.
alter table checkins add column contact_membership_id uuid;

-- What happened at the doors: each answer that a device got or gave, and each exit. An entry of a known contact is a check-in too, with
-- the same id; an unknown code and an exit are only here.
create table door_log (
  id uuid primary key,
  company_id uuid not null,
  location_id uuid not null,
  -- The door's name, as check-ins have it.
  door_id text not null,
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
${ofCompany('door_commands')}
create function announce_command() returns trigger language plpgsql as $$
begin
  perform pg_notify('spotter_commands', new.device_id::text);
  return null;
end $$;
create trigger announce_command after insert on door_commands for each row execute function announce_command();
`;
