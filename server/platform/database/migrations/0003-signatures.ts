import { ofCompany, ofNoCompany } from './policies.ts';

/** Signed agreements, the links to sign by, and the key that seals them. */
export const signatures = /* sql */ `
-- When everybody was asked to sign again. What was signed before no longer counts.
alter table agreements add column sign_again_at timestamptz(3);
-- Null for what was uploaded before this migration, until it is first needed.
alter table agreement_versions add column sha256 bytea check (octet_length(sha256) = 32);
alter table agreement_versions add constraint agreement_versions_company unique (company_id, id);

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

alter function signature_request_company(bytea) owner to spotter_maintenance;
alter function find_sealed_signature(bytea, bytea, bytea) owner to spotter_maintenance;
`;
