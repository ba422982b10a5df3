import { ofCompany } from './policies.ts';

/**
 * Who became a member and who left, and what is renewed each month, summed for finished days. What changes the history of
 * such a day after all takes the mark of finished days back to the day before, and the job sums again from there on.
 */
export const memberDaySums = /* sql */ `
alter table finished_days drop constraint finished_days_subject_check,
  add constraint finished_days_subject_check check (subject in ('ledger', 'checkins', 'memberships'));

-- Between two sets of locations, of which one may be empty: people are members at one location, but a history may say two.
create table member_day_sums (
  company_id uuid not null references companies on delete cascade,
  day date not null,
  from_locations uuid[] not null,
  to_locations uuid[] not null,
  people integer not null,
  from_cents bigint not null,
  to_cents bigint not null
);
create index member_day_sums_day on member_day_sums (company_id, day);
${ofCompany('member_day_sums', { may: 'select' })}

create function reopen_member_days(company uuid, day date) returns void
language plpgsql security definer set search_path from current as $$
begin
  if day >= utc_today() - 1 then return; end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('finished days', 0));
  update finished_days f set through = day - 1 where f.company_id = company and f.subject = 'memberships' and f.through >= day;
end $$;
alter function reopen_member_days(uuid, date) owner to spotter_maintenance;

-- The first day that is another one now. What is not after its beginning says nothing.
create function reopen_days_of_history() returns trigger language plpgsql as $$
declare
  through_before date := greatest(old.through, old.since);
  through_now date := greatest(new.through, old.since);
  renews_before date := greatest(old.renews_until, old.since);
  renews_now date := greatest(new.renews_until, old.since);
begin
  if tg_op = 'INSERT' then
    perform reopen_member_days(new.company_id, new.since);
  elsif tg_op = 'DELETE' then
    perform reopen_member_days(old.company_id, old.since);
  else
    perform reopen_member_days(new.company_id, least(
      case when old.location_id <> new.location_id or old.monthly_cents <> new.monthly_cents and greatest(renews_before, renews_now) > old.since then old.since end,
      case when through_before <> through_now then least(through_before, through_now) end,
      case when renews_before <> renews_now then least(renews_before, renews_now) end));
  end if;
  return null;
end $$;
create trigger membership_history_late after insert on membership_history for each row
  when (new.since < utc_today() - 1) execute function reopen_days_of_history();
create trigger membership_history_late_changed after update on membership_history for each row
  when (old.since < utc_today() - 1) execute function reopen_days_of_history();
create trigger membership_history_late_deleted after delete on membership_history for each row
  when (old.since < utc_today() - 1) execute function reopen_days_of_history();

create function reopen_days_of_person() returns trigger language plpgsql as $$
begin
  perform reopen_member_days(h.company_id, min(h.since)) from membership_history h where h.contact_membership_id = new.id group by h.company_id;
  return null;
end $$;
create trigger contact_memberships_moved after update of contact_id on contact_memberships for each row
  when (old.contact_id <> new.contact_id) execute function reopen_days_of_person();
`;

/** For the reasons of a report. */
export const canceledIndex = [
  {
    name: 'contact_memberships_cancels_on',
    on: 'contact_memberships (company_id, cancels_on) include (contact_id, cancel_reason) where granted_at is not null and cancels_on is not null',
  },
];
