/**
 * Renewals that nobody could bill. A membership that renews has its days of grace from the start, so that it keeps access when
 * its next period is not billed in time. An attempt to charge a card is claimed for some minutes, and counts only when the card
 * was declined.
 */
export const unbilledRenewals = /* sql */ `
-- Copied from the settings while it renews. Counts while no renewal failed and none waits to be paid by hand.
alter table contact_memberships add column unbilled_grace integer;

alter table renewals add column claimed_at timestamptz(3);

set local role spotter_maintenance;

create function keep_unbilled_grace() returns trigger language plpgsql security definer set search_path from current as $$
begin
  new.unbilled_grace := case
    when new.auto_renew and new.granted_at is not null and new.billing_frequency <> 'one_time' and new.end_date is not null
      and (new.contract_end_date is null or new.end_date < new.contract_end_date or new.planned_membership_id is not null)
    then coalesce(new.unbilled_grace, (select (memberships->>'graceDays')::int from company_settings where company_id = new.company_id), 3) end;
  return new;
end $$;

-- Renewals by card whose day has come, a first time or again. One whose card was never asked is left to staff when the paid
-- days have been over for more than late_days.
create function due_renewals(at timestamptz, late_days int)
returns table (company_id uuid, contact_membership_id uuid, period int, invoice_id uuid, attempts int, today date)
language sql stable security definer set search_path from current as $$
  select d.company_id, d.contact_membership_id, d.period, d.invoice_id, d.attempts, d.today
    from due_renewals(at) d
    join renewals r on r.contact_membership_id = d.contact_membership_id and r.period = d.period
    join contact_memberships m on m.id = d.contact_membership_id
   where (d.attempts > 0 or m.end_date >= d.today - late_days)
     and (r.claimed_at is null or r.claimed_at not between at - interval '10 minutes' and at + interval '10 minutes')
   order by r.next_attempt_on, d.contact_membership_id
$$;

reset role;

create trigger contact_memberships_unbilled_grace
  before insert or update on contact_memberships for each row execute function keep_unbilled_grace();

create or replace function member_through_of(contact uuid) returns date
language sql stable as $$
  select max(case
      when m.cancels_on is not null then least(m.cancels_on, coalesce(greatest(m.last_day, m.end_date + coalesce(m.days_of_grace, m.unbilled_grace)), 'infinity'))
      when not m.access_enabled then 'infinity'
      else coalesce(greatest(m.last_day, m.end_date + coalesce(m.days_of_grace, m.unbilled_grace)) + coalesce((
        select sum(f.longest_until - f.from_day + 1) from membership_freezes f
         where f.contact_membership_id = m.id and f.until_day is null), 0)::int, 'infinity') end)
    from contact_memberships m where m.contact_id = contact and m.granted_at is not null
$$;
create or replace trigger contact_memberships_member_through
  after insert or delete or update of contact_id, access_enabled, end_date, contract_end_date, granted_at, cancels_on, days_of_grace,
    auto_renew, planned_membership_id, unbilled_grace
  on contact_memberships for each row execute function keep_member_through();

-- The trigger fills the new column.
set local role spotter_maintenance;
update contact_memberships set unbilled_grace = null where auto_renew;
reset role;
`;
