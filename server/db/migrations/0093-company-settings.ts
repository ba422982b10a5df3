/** The settings that a company has changed, by group: only the fields that were set, so that the rest follows the defaults. */
export const companySettings = /* sql */ `
create table company_settings (
  company_id uuid primary key references companies on delete cascade,
  memberships jsonb not null default '{}',
  payments jsonb not null default '{}',
  receipts jsonb not null default '{}',
  checkins jsonb not null default '{}',
  checklist jsonb not null default '{}',
  updated_at timestamptz(3) not null
);
alter table company_settings enable row level security;
create policy tenant on company_settings to spotter_app
  using (company_id = any ((select visible_companies())::uuid[]))
  with check (company_id = any ((select visible_companies())::uuid[]));
grant select, insert, update, delete on company_settings to spotter_app;
`;
