import { ofCompany } from './policies.ts';

/** Archives of everything that a company has. */
export const exports = /* sql */ `
create table company_exports (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  status text not null default 'waiting' check (status in ('waiting', 'running', 'completed', 'failed')),
  -- In percent.
  progress smallint not null default 0 check (progress between 0 and 100),
  asked_by uuid,
  asked_by_name text not null,
  created_at timestamptz(3) not null,
  -- How often a server has begun it.
  tries smallint not null default 0,
  finished_at timestamptz(3),
  -- The file is removed then.
  expires_at timestamptz(3),
  file_key text,
  file_size bigint,
  check ((status = 'completed') = (expires_at is not null)),
  check (file_key is null or file_size is not null)
);
create unique index company_exports_open on company_exports (company_id) where status in ('waiting', 'running');
create index company_exports_newest on company_exports (company_id, created_at desc, id desc);
create index company_exports_files on company_exports (expires_at) where file_key is not null;
${ofCompany('company_exports')}
`;
