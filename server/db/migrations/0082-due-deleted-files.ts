/** Deleted files of every company that are due for removal. The job's cost depends on them and not on the number of companies. */
export const dueDeletedFiles = /* sql */ `
create function due_deleted_files(before timestamptz, after_key text, most int) returns table (company_id uuid, key text)
language sql stable security definer set search_path from current as $$
  select d.company_id, d.key from deleted_files d where d.deleted_at < before and d.key > after_key order by d.key limit most
$$;
`;
