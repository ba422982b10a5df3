/** How many rows of the door's log each location has, so that the log knows its total without counting them. */
export const doorLogCounts = /* sql */ `
alter table tallies drop constraint tallies_subject_check,
  add constraint tallies_subject_check check (subject in ('contacts', 'all contacts', 'checkins', 'invoices', 'door log'));

create function tally_door_log() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if tg_op = 'INSERT' then
    perform tally(company_id, location_id, 'door log', '', n)
       from (select company_id, location_id, count(*) as n from added group by 1, 2 order by 2) as changed;
  elsif tg_op = 'DELETE' then
    perform tally(company_id, location_id, 'door log', '', -n)
       from (select company_id, location_id, count(*) as n from removed group by 1, 2 order by 2) as changed;
  else
    perform tally(old.company_id, old.location_id, 'door log', '', -1);
    perform tally(new.company_id, new.location_id, 'door log', '', 1);
  end if;
  return null;
end $$;
alter function tally_door_log() owner to spotter_maintenance;
create trigger door_log_tally_added after insert on door_log
  referencing new table as added for each statement execute function tally_door_log();
create trigger door_log_tally_removed after delete on door_log
  referencing old table as removed for each statement execute function tally_door_log();
create trigger door_log_tally_moved after update on door_log for each row
  when ((old.company_id, old.location_id) is distinct from (new.company_id, new.location_id))
  execute function tally_door_log();

create or replace function recount_tallies() returns void language sql as $$
  lock table contacts, checkins, invoices, door_log in share row exclusive mode;
  delete from tallies;
  insert into tallies
  select company_id, home_location_id, 'contacts', member_part(member_through), 0, count(*)
    from contacts where archived_at is null group by 1, 2, 4
  union all
  select company_id, home_location_id, 'all contacts', '', 0, count(*) from contacts where archived_at is null group by 1, 2
  union all
  select company_id, location_id, 'checkins', outcome_part(access_granted), 0, count(*) from checkins group by 1, 2, 4
  union all
  select company_id, location_id, 'invoices', '', 0, count(*) from invoices group by 1, 2
  union all
  select company_id, location_id, 'door log', '', 0, count(*) from door_log group by 1, 2;
$$;

lock table door_log in share row exclusive mode;
set local role spotter_maintenance;
insert into tallies select company_id, location_id, 'door log', '', 0, count(*) from door_log group by 1, 2;
reset role;
`;

/** What the log is narrowed by. */
export const doorLogIndexes = [
  { name: 'door_log_of_door', on: 'door_log (location_id, door_id, at, id)' },
  { name: 'door_log_of_contact', on: 'door_log (contact_id, location_id, at, id)' },
  { name: 'door_log_conflicts', on: 'door_log (location_id, at, id) where conflict is not null' },
];
