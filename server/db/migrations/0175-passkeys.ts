/** Passkeys of users, who belong to no company, and whether a session was started with one. */
export const passkeys = /* sql */ `
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
-- What a device is asked to sign. While somebody signs in it is not known who it is.
create table passkey_challenges (
  challenge_hash bytea primary key,
  user_id uuid references users on delete cascade,
  expires_at timestamptz(3) not null
);
create index passkey_challenges_user on passkey_challenges (user_id);
grant select, insert, update, delete on passkeys, passkey_challenges to spotter_app;

alter table sessions add column by_passkey boolean not null default false;

-- Whether a company asks the person of a session for a second factor that they have not shown: they have none that is asked
-- for at each sign-in, and did not sign in with a passkey, which counts as both factors.
create function needs_second_factor(session uuid) returns boolean
language sql stable security definer set search_path from current as $$
  select requires_second_factor(s.user_id)
     and not exists (select from second_factors f where f.user_id = s.user_id and f.confirmed_at is not null)
     and not (s.by_passkey and exists (select from passkeys p where p.user_id = s.user_id))
    from sessions s where s.id = session
$$;
alter function needs_second_factor(uuid) owner to spotter_maintenance;
`;
