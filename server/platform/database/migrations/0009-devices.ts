import { ofCompany, ofNoCompany } from './policies.ts';

/** Kiosks and door controllers, their pairing, and the key that signs what they are given. */
export const devices = /* sql */ `
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
alter function device_access owner to spotter_maintenance;

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
alter function device_of_pairing owner to spotter_maintenance;
`;
