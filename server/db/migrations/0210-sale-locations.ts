/**
 * The location of a membership: its plan's, else the one where it was sold, else its contact's home location, which also takes
 * over when the one where it was sold is archived. The functions that look for due work are rewritten to use it.
 */
export const saleLocations = /* sql */ `
create function membership_location(plan_location uuid, invoice uuid, home uuid) returns uuid
language sql stable as $$
  select coalesce(plan_location, (
    select i.location_id from invoices i join locations l on l.id = i.location_id and l.archived_at is null where i.id = invoice), home)
$$;

set local role spotter_maintenance;
do $$ declare worker regproc; begin
  foreach worker in array array['ending_memberships', 'manual_renewals_to_bill', 'memberships_with_ended_freezes', 'due_freeze_fees', 'due_notices']::regproc[] loop
    execute replace(replace(pg_get_functiondef(worker),
      'coalesce(m.location_id, c.home_location_id)', 'membership_location(m.location_id, m.invoice_id, c.home_location_id)'),
      'select id, company_id, contact_id, location_id, start_date', 'select id, company_id, contact_id, location_id, invoice_id, start_date');
  end loop;
end $$;
reset role;
`;
