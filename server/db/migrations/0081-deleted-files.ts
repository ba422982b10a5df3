/** Files that no row names any more. They are removed a day later, so that a backup which has copied the rows still finds them. */
export const deletedFiles = /* sql */ `
create table deleted_files (
  key text primary key,
  company_id uuid not null,
  deleted_at timestamptz(3) not null
);
create index deleted_files_age on deleted_files (company_id, deleted_at);
alter table deleted_files enable row level security;
create policy tenant on deleted_files to spotter_app
  using (company_id = any ((select visible_companies())::uuid[]))
  with check (company_id = any ((select visible_companies())::uuid[]));
grant select, insert, update, delete on deleted_files to spotter_app;
`;
