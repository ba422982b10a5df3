/**
 * How many contacts, check-ins and invoices each location has, so that a list knows its total without counting rows.
 * Triggers update the numbers in the transaction of the rows themselves. A number is spread over shards, usually one per
 * database connection, so that sales and check-ins at one location do not wait for each other; it is the sum of its shards.
 * Contacts are grouped by the last day on which they count as members, check-ins by their outcome.
 */
export const tallies = /* sql */ `
create table tallies (
  company_id uuid not null,
  location_id uuid not null,
  subject text not null check (subject in ('contacts', 'checkins', 'invoices')),
  part text collate "C" not null,
  shard smallint not null,
  amount bigint not null,
  primary key (location_id, subject, part, shard)
) with (fillfactor = 50);
alter table tallies enable row level security;
create policy tenant on tallies to spotter_app using (company_id = any ((select visible_companies())::uuid[]));
revoke insert, update, delete, truncate on tallies from spotter_app;
grant select on tallies to spotter_app;

create function tally(in_company uuid, at_location uuid, of_subject text, in_part text, change bigint) returns void
language sql as $$
  insert into tallies (company_id, location_id, subject, part, shard, amount)
  values (in_company, at_location, of_subject, in_part, pg_backend_pid() % 64, change)
  on conflict (location_id, subject, part, shard) do update set amount = tallies.amount + excluded.amount
$$;

-- A day as text sorts as the day does, no end after every day, and no membership before.
create function member_part(through date) returns text language sql immutable as $$
  select case when through = 'infinity' then 'infinity' else coalesce(to_char(through, 'YYYY-MM-DD'), '') end
$$;
create function outcome_part(granted boolean) returns text language sql immutable as $$
  select case when granted then 'granted' else 'denied' end
$$;

create function tally_contacts() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if tg_op = 'INSERT' then
    perform tally(company_id, home_location_id, 'contacts', part, n)
       from (select company_id, home_location_id, member_part(member_through) as part, count(*) as n
               from added where archived_at is null group by 1, 2, 3 order by 2, 3) as changed;
  elsif tg_op = 'DELETE' then
    perform tally(company_id, home_location_id, 'contacts', part, -n)
       from (select company_id, home_location_id, member_part(member_through) as part, count(*) as n
               from removed where archived_at is null group by 1, 2, 3 order by 2, 3) as changed;
  else
    if old.archived_at is null then
      perform tally(old.company_id, old.home_location_id, 'contacts', member_part(old.member_through), -1);
    end if;
    if new.archived_at is null then
      perform tally(new.company_id, new.home_location_id, 'contacts', member_part(new.member_through), 1);
    end if;
  end if;
  return null;
end $$;
create trigger contacts_tally_added after insert on contacts
  referencing new table as added for each statement execute function tally_contacts();
create trigger contacts_tally_removed after delete on contacts
  referencing old table as removed for each statement execute function tally_contacts();
create trigger contacts_tally_moved after update on contacts for each row
  when ((old.company_id, old.home_location_id, old.member_through, old.archived_at is null)
    is distinct from (new.company_id, new.home_location_id, new.member_through, new.archived_at is null))
  execute function tally_contacts();

create function tally_checkins() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if tg_op = 'INSERT' then
    perform tally(company_id, location_id, 'checkins', part, n)
       from (select company_id, location_id, outcome_part(access_granted) as part, count(*) as n
               from added group by 1, 2, 3 order by 2, 3) as changed;
  elsif tg_op = 'DELETE' then
    perform tally(company_id, location_id, 'checkins', part, -n)
       from (select company_id, location_id, outcome_part(access_granted) as part, count(*) as n
               from removed group by 1, 2, 3 order by 2, 3) as changed;
  else
    perform tally(old.company_id, old.location_id, 'checkins', outcome_part(old.access_granted), -1);
    perform tally(new.company_id, new.location_id, 'checkins', outcome_part(new.access_granted), 1);
  end if;
  return null;
end $$;
create trigger checkins_tally_added after insert on checkins
  referencing new table as added for each statement execute function tally_checkins();
create trigger checkins_tally_removed after delete on checkins
  referencing old table as removed for each statement execute function tally_checkins();
create trigger checkins_tally_moved after update on checkins for each row
  when ((old.company_id, old.location_id, old.access_granted) is distinct from (new.company_id, new.location_id, new.access_granted))
  execute function tally_checkins();

create function tally_invoices() returns trigger language plpgsql security definer set search_path from current as $$
begin
  if tg_op = 'INSERT' then
    perform tally(company_id, location_id, 'invoices', '', n)
       from (select company_id, location_id, count(*) as n from added group by 1, 2 order by 2) as changed;
  elsif tg_op = 'DELETE' then
    perform tally(company_id, location_id, 'invoices', '', -n)
       from (select company_id, location_id, count(*) as n from removed group by 1, 2 order by 2) as changed;
  else
    perform tally(old.company_id, old.location_id, 'invoices', '', -1);
    perform tally(new.company_id, new.location_id, 'invoices', '', 1);
  end if;
  return null;
end $$;
create trigger invoices_tally_added after insert on invoices
  referencing new table as added for each statement execute function tally_invoices();
create trigger invoices_tally_removed after delete on invoices
  referencing old table as removed for each statement execute function tally_invoices();
create trigger invoices_tally_moved after update on invoices for each row
  when ((old.company_id, old.location_id) is distinct from (new.company_id, new.location_id))
  execute function tally_invoices();

-- From the rows themselves, for what was written while the triggers were silent.
create function recount_tallies() returns void language sql as $$
  lock table contacts, checkins, invoices in share row exclusive mode;
  delete from tallies;
  insert into tallies
  select company_id, home_location_id, 'contacts', member_part(member_through), 0, count(*)
    from contacts where archived_at is null group by 1, 2, 4
  union all
  select company_id, location_id, 'checkins', outcome_part(access_granted), 0, count(*) from checkins group by 1, 2, 4
  union all
  select company_id, location_id, 'invoices', '', 0, count(*) from invoices group by 1, 2;
$$;
select recount_tallies();

-- Brings the shards of these companies together; a number that came to nothing goes.
create function fold_tallies() returns void language sql security definer set search_path from current as $$
  with spread as (
    delete from tallies where company_id = any (visible_companies()) and (shard <> 0 or amount = 0)
    returning company_id, location_id, subject, part, amount
  )
  insert into tallies
  select company_id, location_id, subject, part, 0, sum(amount) from spread group by 1, 2, 3, 4 having sum(amount) <> 0 order by 2, 3, 4
  on conflict (location_id, subject, part, shard) do update set amount = tallies.amount + excluded.amount
$$;

-- With the company in them, lists find the rows of a page in the index alone, through row-level security too.
drop index contacts_newest, contacts_first_name, contacts_members;
create index contacts_newest on contacts (home_location_id, created_at, id) include (company_id, member_through) where archived_at is null;
create index contacts_first_name on contacts (home_location_id, first_name, id) include (company_id, member_through) where archived_at is null;
drop index checkins_newest, checkins_result;
create index checkins_newest on checkins (location_id, checkin_time, id) include (company_id);
create index checkins_result on checkins (location_id, access_granted, checkin_time, id) include (company_id);
drop index invoices_newest, invoices_status, invoices_total, invoices_due;
create index invoices_newest on invoices (location_id, created_at, id) include (company_id);
create index invoices_status on invoices (location_id, status, id) include (company_id);
create index invoices_total on invoices (location_id, total_cents, id) include (company_id);
create index invoices_due on invoices (location_id, due_cents, id) include (company_id);
drop index checkins_contact, invoices_contact;
create index checkins_contact on checkins (contact_id, location_id, checkin_time, id) include (company_id, access_granted);
create index invoices_contact on invoices (contact_id, created_at, id) include (company_id, location_id, status, total_cents, due_cents);
`;
