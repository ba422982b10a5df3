import { ofCompany } from './policies.ts';

/** Archives of everything that a company has, each for a day. */
export const exports = /* sql */ `
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
`;
