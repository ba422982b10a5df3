/**
 * Counts the runs of a reconciliation that crashed their server. `reconciliations_to_run` replaces
 * `due_reconciliations`: those that crashed come last.
 */
export const reconciliationCrashes = /* sql */ `
alter table reconciliations add column crashes integer not null default 0;

create function reconciliations_to_run(at timestamptz, at_most int) returns table (company_id uuid, id uuid, crashes int)
language sql stable security definer set search_path from current as $$
  select r.company_id, r.id, r.crashes from reconciliations r join companies c on c.id = r.company_id and c.archived_at is null
   where r.status = 'running' or r.try_again_at <= at
   order by r.crashes, r.started_by is null, r.created_at limit at_most
$$;
alter function reconciliations_to_run(timestamptz, int) owner to spotter_maintenance;
`;
