/** Deleted files of every company whose time has come, so that the job costs by them and not by the companies there are. */
export const dueDeletedFiles = /* sql */ `
create function due_deleted_files(before timestamptz, after_key text, most int) returns table (company_id uuid, key text)
language sql stable security definer set search_path from current as $$
  select d.company_id, d.key from deleted_files d where d.deleted_at < before and d.key > after_key order by d.key limit most
$$;
`;
