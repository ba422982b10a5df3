/** Second factors of users, who belong to no company, and the setting with which a company requires one from its admins. */
export const secondFactor = /* sql */ `
create table second_factors (
  user_id uuid primary key references users on delete cascade,
  secret_sealed text not null,
  -- Null until the first code was typed.
  confirmed_at timestamptz(3),
  -- The time step of the newest code that was used: it and older ones are refused.
  last_step integer,
  created_at timestamptz(3) not null default now()
);
create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null,
  used_at timestamptz(3),
  primary key (user_id, code_hash)
);
-- A sign-in with the right password that waits for its code.
create table sign_in_challenges (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  expires_at timestamptz(3) not null
);
create index sign_in_challenges_user on sign_in_challenges (user_id);
grant select, insert, update, delete on second_factors, recovery_codes, sign_in_challenges to spotter_app;

alter table company_settings add column security jsonb not null default '{}';

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

-- The same of the person of a session, while they have none.
create function lacks_second_factor(session uuid) returns boolean
language sql stable security definer set search_path from current as $$
  select requires_second_factor(s.user_id)
     and not exists (select from second_factors f where f.user_id = s.user_id and f.confirmed_at is not null)
    from sessions s where s.id = session
$$;
alter function requires_second_factor(uuid) owner to spotter_maintenance;
alter function lacks_second_factor(uuid) owner to spotter_maintenance;
`;
