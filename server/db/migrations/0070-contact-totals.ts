/**
 * All contacts of a location as one number. Grouped by the last day on which they count as members, there are as many
 * numbers as such days, and the most used list added them all up.
 */
export const contactTotals = /* sql */ `
alter table tallies drop constraint tallies_subject_check;
alter table tallies add check (subject in ('contacts', 'all contacts', 'checkins', 'invoices'));

create function tally_all_contacts() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if tg_op = 'INSERT' then
    perform tally(company_id, home_location_id, 'all contacts', '', n)
       from (select company_id, home_location_id, count(*) as n from added where archived_at is null group by 1, 2 order by 2) as changed;
  elsif tg_op = 'DELETE' then
    perform tally(company_id, home_location_id, 'all contacts', '', -n)
       from (select company_id, home_location_id, count(*) as n from removed where archived_at is null group by 1, 2 order by 2) as changed;
  else
    if old.archived_at is null then
      perform tally(old.company_id, old.home_location_id, 'all contacts', '', -1);
    end if;
    if new.archived_at is null then
      perform tally(new.company_id, new.home_location_id, 'all contacts', '', 1);
    end if;
  end if;
  return null;
end $$;
create trigger contacts_total_added after insert on contacts
  referencing new table as added for each statement execute function tally_all_contacts();
create trigger contacts_total_removed after delete on contacts
  referencing old table as removed for each statement execute function tally_all_contacts();
create trigger contacts_total_moved after update on contacts for each row
  when ((old.company_id, old.home_location_id, old.archived_at is null)
    is distinct from (new.company_id, new.home_location_id, new.archived_at is null))
  execute function tally_all_contacts();

create or replace function recount_tallies() returns void language sql as $$
  lock table contacts, checkins, invoices in share row exclusive mode;
  delete from tallies;
  insert into tallies
  select company_id, home_location_id, 'contacts', member_part(member_through), 0, count(*)
    from contacts where archived_at is null group by 1, 2, 4
  union all
  select company_id, home_location_id, 'all contacts', '', 0, count(*) from contacts where archived_at is null group by 1, 2
  union all
  select company_id, location_id, 'checkins', outcome_part(access_granted), 0, count(*) from checkins group by 1, 2, 4
  union all
  select company_id, location_id, 'invoices', '', 0, count(*) from invoices group by 1, 2;
$$;
select recount_tallies();
`;
