/**
 * Days of grace after a paid period whose renewal failed, renewals that stopped, periods that are counted again after days
 * without access, renewals that are paid by hand, and changes of plan within the paid period. Existing functions and
 * triggers keep their names and signatures, since the previous build runs them too.
 */
export const pastDue = /* sql */ `
alter table contact_memberships
  -- After the paid period, copied from the settings. Null while no renewal failed and none waits to be paid by hand. Not
  -- named grace_days, as a parameter of ending_memberships is.
  add column days_of_grace integer check (days_of_grace >= 0),
  add column renewal_stopped text check (renewal_stopped in ('card_declined')),
  -- The first day of a period that was paid after the days of grace. Periods count from there on.
  add column counted_from date;

-- How many days before the end it was billed, for one that is paid by hand.
alter table renewals add column invoice_days integer;

-- Changes of plan that take effect when the invoice of their difference is paid. The plan is copied when the change is agreed.
create table plan_changes (
  invoice_id uuid primary key,
  company_id uuid not null,
  contact_membership_id uuid not null,
  membership_id uuid not null,
  name text not null,
  type text not null check (type in ('no_contract', 'contract')),
  contract_length_months integer,
  price_cents integer not null check (price_cents >= 0),
  location_id uuid,
  contract_end_date date,
  applied_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  foreign key (company_id, invoice_id) references invoices (company_id, id),
  foreign key (company_id, contact_membership_id) references contact_memberships (company_id, id) on delete cascade,
  foreign key (company_id, membership_id) references memberships (company_id, id)
);
create index plan_changes_of on plan_changes (contact_membership_id);
alter table plan_changes enable row level security;
create policy tenant on plan_changes to spotter_app
  using (company_id = any ((select visible_companies())::uuid[]))
  with check (company_id = any ((select visible_companies())::uuid[]));
create policy maintenance on plan_changes to spotter_maintenance using (true) with check (true);
alter table plan_changes force row level security;
grant select, insert, update, delete on plan_changes to spotter_app;

create or replace function member_through_of(contact uuid) returns date
language sql stable as $$
  select max(case
      when m.cancels_on is not null then least(m.cancels_on, coalesce(greatest(m.last_day, m.end_date + m.days_of_grace), 'infinity'))
      when not m.access_enabled then 'infinity'
      else coalesce(greatest(m.last_day, m.end_date + m.days_of_grace) + coalesce((
        select sum(f.longest_until - f.from_day + 1) from membership_freezes f
         where f.contact_membership_id = m.id and f.until_day is null), 0)::int, 'infinity') end)
    from contact_memberships m where m.contact_id = contact and m.granted_at is not null
$$;
create or replace trigger contact_memberships_member_through
  after insert or delete or update of contact_id, access_enabled, end_date, contract_end_date, granted_at, cancels_on, days_of_grace
  on contact_memberships for each row execute function keep_member_through();

set local role spotter_maintenance;

-- Renewals by card whose day has come, a first time or again, also of what was paid in part; none of a location or contact
-- that was archived meanwhile, and none of a membership that is frozen or has paid days ahead.
create or replace function due_renewals(at timestamptz)
returns table (company_id uuid, contact_membership_id uuid, period int, invoice_id uuid, attempts int, today date)
language sql stable security definer set search_path from current as $$
  select r.company_id, r.contact_membership_id, r.period, r.invoice_id, r.attempts, (at at time zone l.timezone)::date
    from renewals r
    join stripe_configs s on s.company_id = r.company_id
    join companies o on o.id = r.company_id and o.archived_at is null
    join invoices i on i.id = r.invoice_id
    join locations l on l.id = i.location_id and l.archived_at is null
    join contacts c on c.id = i.contact_id and c.archived_at is null
    join contact_memberships m on m.id = r.contact_membership_id and m.auto_renew and m.access_enabled and m.renews_by = 'card'
   where r.status in ('pending', 'declined') and i.status in ('open', 'partially_paid', 'overdue')
     and r.next_attempt_on <= (at at time zone 'UTC')::date + 1
     and (at at time zone l.timezone) >= r.next_attempt_on + time '06:00'
     and m.end_date <= (at at time zone l.timezone)::date
     and (m.cancels_on is null or m.cancels_on > m.end_date and m.cancels_on >= (at at time zone l.timezone)::date)
     and not is_frozen(m.id, (at at time zone l.timezone)::date)
   order by r.next_attempt_on, r.contact_membership_id
$$;

-- Memberships that renew by hand, from six in the morning of the day on which the company's settings have the next period
-- invoiced, and have nothing written for it yet. The first condition on the end only narrows the rows to a stretch of the index.
create function manual_renewals_to_bill(at timestamptz, late_days int, usual_days int, most_days int)
returns table (company_id uuid, id uuid, period int, today date)
language sql stable security definer set search_path from current as $$
  select m.company_id, m.id, m.periods_paid + 1, (at at time zone l.timezone)::date
    from contact_memberships m
    join companies o on o.id = m.company_id and o.archived_at is null
    join contacts c on c.id = m.contact_id and c.archived_at is null
    join locations l on l.id = coalesce(m.location_id, c.home_location_id) and l.archived_at is null
    left join company_settings s on s.company_id = m.company_id
   where m.auto_renew and m.renews_by = 'manual' and m.granted_at is not null and m.access_enabled and m.billing_frequency <> 'one_time'
     and m.end_date between (at at time zone 'UTC')::date - late_days - 1 and (at at time zone 'UTC')::date + most_days + 1
     and m.end_date >= (at at time zone l.timezone)::date - late_days
     and (at at time zone l.timezone) >= m.end_date - coalesce((s.payments->>'manualInvoiceDays')::int, usual_days) + time '06:00'
     and (m.cancels_on is null or m.end_date < m.cancels_on)
     and (m.contract_end_date is null or m.end_date < m.contract_end_date or m.planned_membership_id is not null)
     and not is_frozen(m.id, (at at time zone l.timezone)::date)
     and not exists (select from renewals r where r.contact_membership_id = m.id and r.period = m.periods_paid + 1)
   order by m.end_date, m.id
$$;

-- Renewals by hand that nobody paid by the end of the paid period.
create function manual_renewals_overdue(at timestamptz)
returns table (company_id uuid, contact_membership_id uuid, invoice_id uuid)
language sql stable security definer set search_path from current as $$
  select r.company_id, r.contact_membership_id, r.invoice_id
    from renewals r
    join companies o on o.id = r.company_id and o.archived_at is null
    join invoices i on i.id = r.invoice_id and i.status = 'open'
    join locations l on l.id = i.location_id
    join contact_memberships m on m.id = r.contact_membership_id and m.renews_by = 'manual'
   where r.status in ('pending', 'declined')
     and r.next_attempt_on <= (at at time zone 'UTC')::date + 1
     and m.end_date < (at at time zone l.timezone)::date
     and not is_frozen(m.id, (at at time zone l.timezone)::date)
   order by m.end_date, m.id
$$;
reset role;
`;
