/**
 * Cancellations, freezes and planned changes of plan. The row keeps each setting's value at the time, so that changing the
 * setting later does not change what was agreed. The functions and the trigger keep their names and signatures: the previous
 * build runs them too, and does not renew what is cancelled or frozen.
 */
export const afterTheSale = /* sql */ `
alter table contact_memberships
  add column renews_by text not null default 'card' check (renews_by in ('card', 'manual')),
  -- The last day of a membership that is cancelled.
  add column cancels_on date,
  add column cancel_when text check (cancel_when in ('now', 'period_end', 'date')),
  add column cancel_reason text,
  add column cancel_note text not null default '',
  add column cancel_notice_days integer,
  add column cancelled_at timestamptz(3),
  add column cancelled_by uuid,
  -- Whether access was on before a cancellation took it away.
  add column access_before_cancel boolean,
  add column access_reason text not null default '',
  -- What was billed under earlier plans, from which the periods of this one are counted on.
  add column earlier_months integer not null default 0,
  add column earlier_periods integer not null default 0,
  -- The plan from the next period on, copied when the change was agreed.
  add column planned_membership_id uuid,
  add column planned_name text,
  add column planned_type text,
  add column planned_billing_frequency text,
  add column planned_contract_length_months integer,
  add column planned_price_cents integer,
  add column planned_location_id uuid,
  add foreign key (company_id, planned_membership_id) references memberships (company_id, id);

create table membership_freezes (
  id uuid primary key,
  company_id uuid not null,
  contact_membership_id uuid not null,
  from_day date not null,
  -- Null while open: it then ends by itself on longest_until.
  until_day date,
  longest_until date not null,
  reason text not null,
  fee_cents integer not null default 0 check (fee_cents >= 0),
  fee_invoice_id uuid,
  fee_tried_at timestamptz(3),
  created_by uuid,
  created_at timestamptz(3) not null default now(),
  check (coalesce(until_day, longest_until) >= from_day),
  foreign key (company_id, contact_membership_id) references contact_memberships (company_id, id) on delete cascade,
  foreign key (company_id, fee_invoice_id) references invoices (company_id, id)
);
create index membership_freezes_of on membership_freezes (contact_membership_id, from_day);
create index membership_freezes_open on membership_freezes (longest_until) where until_day is null;
create index membership_freezes_fee on membership_freezes (from_day) where fee_cents > 0 and fee_tried_at is null;
create index membership_freezes_invoice on membership_freezes (fee_invoice_id) where fee_invoice_id is not null;
alter table membership_freezes enable row level security;
create policy tenant on membership_freezes to spotter_app
  using (company_id = any ((select visible_companies())::uuid[]))
  with check (company_id = any ((select visible_companies())::uuid[]));
grant select, insert, update, delete on membership_freezes to spotter_app;

-- Until when a contact counts as a member. A cancellation ends it. An open freeze moves the end when it runs out.
create function member_through_of(contact uuid) returns date
language sql stable as $$
  select max(case
      when m.cancels_on is not null then least(m.cancels_on, coalesce(m.last_day, 'infinity'))
      when not m.access_enabled then 'infinity'
      else coalesce(m.last_day + coalesce((
        select sum(f.longest_until - f.from_day + 1) from membership_freezes f
         where f.contact_membership_id = m.id and f.until_day is null), 0)::int, 'infinity') end)
    from contact_memberships m where m.contact_id = contact and m.granted_at is not null
$$;

create or replace function keep_member_through() returns trigger language plpgsql security definer set search_path from current as $$
declare touched uuid;
begin
  foreach touched in array
    case tg_op when 'INSERT' then array[new.contact_id] when 'DELETE' then array[old.contact_id]
      else array[old.contact_id, new.contact_id] end
  loop
    update contacts set member_through = member_through_of(touched) where id = touched;
  end loop;
  return null;
end $$;
drop trigger contact_memberships_member_through on contact_memberships;
create trigger contact_memberships_member_through
  after insert or delete or update of contact_id, access_enabled, end_date, contract_end_date, granted_at, cancels_on
  on contact_memberships for each row execute function keep_member_through();

create function keep_frozen_member_through() returns trigger language plpgsql security definer set search_path from current as $$
begin
  update contacts set member_through = member_through_of(id)
   where id = (select contact_id from contact_memberships where id = coalesce(new.contact_membership_id, old.contact_membership_id));
  return null;
end $$;
create trigger membership_freezes_member_through
  after insert or delete or update of until_day, longest_until
  on membership_freezes for each row execute function keep_frozen_member_through();

create function is_frozen(membership uuid, today date) returns boolean
language sql stable as $$
  select exists (
    select from membership_freezes f
     where f.contact_membership_id = membership and today between f.from_day and coalesce(f.until_day, f.longest_until))
$$;

-- Memberships that renew by card on their last paid day, from six in the morning by the clock of the location that sells
-- them, and have nothing written for their next period yet. Where that location is closed (archived), or the contact is,
-- nobody is charged any more. Without a Stripe account there is nothing to charge with. The first two conditions on the end
-- only narrow the rows to a stretch of the index that holds every time zone's today.
create or replace function ending_memberships(at timestamptz, grace_days int)
returns table (company_id uuid, id uuid, contact_id uuid, membership_id uuid, membership_name text, purchase_price_cents int,
               period int, location_id uuid, today date)
language sql stable security definer set search_path from current as $$
  select m.company_id, m.id, m.contact_id, m.membership_id, m.membership_name, m.purchase_price_cents, m.periods_paid + 1,
         l.id, (at at time zone l.timezone)::date
    from contact_memberships m
    join stripe_configs s on s.company_id = m.company_id
    join companies o on o.id = m.company_id and o.archived_at is null
    join contacts c on c.id = m.contact_id and c.archived_at is null
    join locations l on l.id = coalesce(m.location_id, c.home_location_id) and l.archived_at is null
   where m.auto_renew and m.renews_by = 'card' and m.granted_at is not null and m.access_enabled and m.billing_frequency <> 'one_time'
     and m.end_date >= (at at time zone 'UTC')::date - grace_days - 1
     and m.end_date <= (at at time zone 'UTC')::date + 1
     and m.end_date >= (at at time zone l.timezone)::date - grace_days
     and (at at time zone l.timezone) >= m.end_date + time '06:00'
     and (m.cancels_on is null or m.end_date < m.cancels_on)
     and (m.contract_end_date is null or m.end_date < m.contract_end_date or m.planned_membership_id is not null)
     and not is_frozen(m.id, (at at time zone l.timezone)::date)
     and not exists (select from renewals r where r.contact_membership_id = m.id and r.period = m.periods_paid + 1)
   order by m.end_date, m.id
$$;

-- Renewals whose day has come, a first time or again; none of a location or contact that was archived meanwhile, and none
-- of a membership that is frozen.
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
   where r.status in ('pending', 'declined') and i.status in ('open', 'overdue')
     and r.next_attempt_on <= (at at time zone 'UTC')::date + 1
     and (at at time zone l.timezone) >= r.next_attempt_on + time '06:00'
     and not is_frozen(m.id, (at at time zone l.timezone)::date)
   order by r.next_attempt_on, r.contact_membership_id
$$;

-- Memberships with an open freeze that has run out, by the clock of their location.
create function memberships_with_ended_freezes(at timestamptz) returns table (company_id uuid, id uuid)
language sql stable security definer set search_path from current as $$
  select distinct f.company_id, f.contact_membership_id
    from membership_freezes f
    join contact_memberships m on m.id = f.contact_membership_id
    join contacts c on c.id = m.contact_id
    join locations l on l.id = coalesce(m.location_id, c.home_location_id)
   where f.until_day is null and f.longest_until <= (at at time zone 'UTC')::date + 1
     and f.longest_until < (at at time zone l.timezone)::date
$$;

-- Fees of freezes that have begun before the membership ended and are not billed yet, or are billed and were never tried with the saved card.
create function due_freeze_fees(at timestamptz) returns table (company_id uuid, id uuid, contact_membership_id uuid)
language sql stable security definer set search_path from current as $$
  select f.company_id, f.id, f.contact_membership_id
    from membership_freezes f
    join companies o on o.id = f.company_id and o.archived_at is null
    join contact_memberships m on m.id = f.contact_membership_id
    join contacts c on c.id = m.contact_id and c.archived_at is null
    join locations l on l.id = coalesce(m.location_id, c.home_location_id) and l.archived_at is null
   where f.fee_cents > 0 and f.fee_tried_at is null and (m.cancels_on is null or f.from_day <= m.cancels_on)
     and f.from_day <= (at at time zone 'UTC')::date + 1 and f.from_day <= (at at time zone l.timezone)::date
   order by f.from_day, f.id
$$;
`;
