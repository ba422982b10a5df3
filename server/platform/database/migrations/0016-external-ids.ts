import { ofCompany } from './policies.ts';

/** The id that another system has for a record. Unique in the company among what is not deleted. */
export const externalIds = /* sql */ `
alter table contacts add column external_id text check (external_id <> '');
alter table memberships add column external_id text check (external_id <> '');
alter table sales_items add column external_id text check (external_id <> '');
alter table invoices add column external_id text check (external_id <> '');
`;

export const externalIdIndexes = [
  {
    name: 'contacts_external_id',
    on: 'contacts (company_id, external_id) where external_id is not null and archived_at is null',
    isUnique: true,
  },
  {
    name: 'memberships_external_id',
    on: 'memberships (company_id, external_id) where external_id is not null and archived_at is null',
    isUnique: true,
  },
  {
    name: 'sales_items_external_id',
    on: 'sales_items (company_id, external_id) where external_id is not null and archived_at is null',
    isUnique: true,
  },
  {
    name: 'invoices_external_id',
    on: 'invoices (company_id, external_id) where external_id is not null',
    isUnique: true,
  },
];

const kinds = {
  contact: ['contacts', 'home_location_id'],
  membership: ['memberships', 'location_id'],
  'sales-item': ['sales_items', 'location_id'],
  agreement: ['agreements', 'location_id'],
  invoice: ['invoices', 'location_id'],
} as const;

const trigger = ([kind, [table, column]]: readonly [string, readonly [string, string]]) => `
create trigger ${table}_changes after insert or update or delete on ${table} for each row
  execute function note_change('${kind}', '${column}');`;

/** When each record changed last, and when it was deleted: what a program that keeps a copy asks for. */
export const recordChanges = /* sql */ `
create table record_changes (
  record_id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  kind text not null check (kind in (${Object.keys(kinds)
    .map((kind) => `'${kind}'`)
    .join(', ')})),
  -- Null: company-wide.
  location_id uuid,
  changed_at timestamptz(3) not null,
  deleted_at timestamptz(3)
);
create index record_changes_order on record_changes (company_id, kind, changed_at, record_id);
${ofCompany('record_changes', { may: 'select' })}

-- A record that is archived counts as deleted. One that was archived from the start was never there.
create function note_change() returns trigger language plpgsql security definer set search_path from current as $$
declare
  changed timestamptz := clock_timestamp();
begin
  if tg_op = 'DELETE' or to_jsonb(new) ->> 'archived_at' is not null then
    update record_changes set changed_at = changed, deleted_at = changed
     where record_id = case tg_op when 'INSERT' then new.id else old.id end and deleted_at is null;
  elsif tg_op = 'INSERT' or new is distinct from old then
    insert into record_changes (record_id, company_id, kind, location_id, changed_at)
    values (new.id, new.company_id, tg_argv[0], (to_jsonb(new) ->> tg_argv[1])::uuid, changed)
        on conflict (record_id) do update
       set company_id = excluded.company_id, location_id = excluded.location_id, changed_at = excluded.changed_at, deleted_at = null;
  end if;
  return null;
end $$;
alter function note_change owner to spotter_maintenance;
${Object.entries(kinds).map(trigger).join('')}
`;

/** The records that were there before count as changed when this runs. */
export const recordChangesOfOld = `
set local role spotter_maintenance;
${Object.entries(kinds)
  .map(
    ([kind, [table, column]]) => `
insert into record_changes (record_id, company_id, kind, location_id, changed_at)
select id, company_id, '${kind}', ${column}, clock_timestamp() from ${table}${table === 'invoices' ? '' : ' where archived_at is null'}
    on conflict (record_id) do nothing;`,
  )
  .join('')}
reset role;
`;
