import { ofCompany } from './policies.ts';

/** One-time plans with a number of visits. A pack that is used up lasts until the day of its last visit. */
export const visitPacks = /* sql */ `
alter table memberships
  add column visit_limit integer check (visit_limit between 1 and 1000),
  add column valid_from text check (valid_from in ('purchase', 'first_visit')),
  add check ((visit_limit is null) = (valid_from is null)),
  add check (visit_limit is null or billing_frequency = 'one_time');

alter table contact_memberships
  add column visit_limit integer check (visit_limit between 1 and 1000),
  add column visits_used integer not null default 0 check (visits_used between 0 and coalesce(visit_limit, 0)),
  -- By the calendar of the location of the last visit. Null while visits are left.
  add column used_up_on date,
  -- The first day on which its term may begin, as it was bought; null if the term began with the purchase. Until the first visit,
  -- start_date is this day and end_date is null.
  add column first_visit_from date;

-- The check-ins that were granted by a pack. One that belongs to the same visit as another is not counted.
create table pack_visits (
  checkin_id uuid primary key references checkins on delete cascade,
  company_id uuid not null,
  contact_membership_id uuid not null,
  visited_at timestamptz(3) not null,
  is_counted boolean not null,
  foreign key (company_id, contact_membership_id) references contact_memberships (company_id, id) on delete cascade
);
create index pack_visits_of on pack_visits (contact_membership_id, visited_at);
${ofCompany('pack_visits')}

create or replace function member_through_of(contact uuid) returns date
language sql stable as $$
  select max(least(m.used_up_on, case
      when m.cancels_on is not null then least(m.cancels_on, coalesce(greatest(m.last_day, m.end_date + coalesce(m.grace_days, m.unbilled_grace)), 'infinity'))
      when not m.access_enabled then 'infinity'
      else coalesce(greatest(m.last_day, m.end_date + coalesce(m.grace_days, m.unbilled_grace)) + coalesce((
        select sum(f.longest_until - f.from_day + 1) from membership_freezes f
         where f.contact_membership_id = m.id and f.until_day is null), 0)::int, 'infinity') end))
    from contact_memberships m where m.contact_id = contact and m.granted_at is not null
$$;
create or replace trigger contact_memberships_member_through
  after insert or delete or update of contact_id, access_enabled, end_date, contract_end_date, granted_at, cancels_on, grace_days,
    auto_renew, planned_membership_id, unbilled_grace, used_up_on
  on contact_memberships for each row execute function keep_member_through();

create or replace function membership_terms(membership uuid)
returns table (company_id uuid, location_id uuid, timezone text, since date, through date, renews_until date, monthly_cents int)
language sql stable as $$
  select m.company_id, l.id, l.timezone, (m.granted_at at time zone l.timezone)::date, force.through,
         case when m.billing_frequency = 'one_time' or not m.auto_renew and m.canceled_at is null then '-infinity'
              else least(force.through, (m.canceled_at at time zone l.timezone)::date,
                case when m.planned_membership_id is null then (m.contract_end_date + 1 - make_interval(months => months.each))::date - 1 end) end,
         round(m.purchase_price_cents / months.each::numeric)::int
    from contact_memberships m
    join contacts c on c.id = m.contact_id
    join locations l on l.id = c.home_location_id
    left join company_settings s on s.company_id = m.company_id
   cross join lateral (select case m.billing_frequency when 'annually' then 12 else 1 end as each) as months
   cross join lateral (
     select m.auto_renew and m.billing_frequency <> 'one_time'
        and (m.contract_end_date is null or m.end_date < m.contract_end_date or m.planned_membership_id is not null) as is_on) as renewal
   cross join lateral (select greatest(m.last_day, m.end_date + coalesce(m.grace_days, m.unbilled_grace)) as last_day) as paid
   cross join lateral (
     select least((c.archived_at at time zone l.timezone)::date, m.used_up_on, case
         when m.cancels_on is not null then least(m.cancels_on, coalesce(paid.last_day, 'infinity'))
         when not m.access_enabled then 'infinity'
         else coalesce(greatest(paid.last_day,
             -- Three days of grace period are the setting's default.
             m.last_day + case when renewal.is_on then greatest(1, coalesce((s.memberships ->> 'graceDays')::int, 3)) else 0 end)
           + coalesce((select sum(f.longest_until - f.from_day + 1) from membership_freezes f where f.contact_membership_id = m.id and f.until_day is null), 0)::int, 'infinity') end) as through) as force
   where m.id = membership and m.granted_at is not null
$$;
create or replace trigger contact_memberships_history
  after insert or update of contact_id, access_enabled, end_date, contract_end_date, granted_at, cancels_on, canceled_at, auto_renew,
    purchase_price_cents, billing_frequency, planned_membership_id, grace_days, unbilled_grace, used_up_on
  on contact_memberships for each row when (new.granted_at is not null) execute function keep_membership_history();
`;

/** For filtering contacts by their status, and for the packs of a contact and of a report. */
export const packIndexes = [
  { name: 'contact_memberships_packs', on: 'contact_memberships (contact_id) where visit_limit is not null' },
  {
    name: 'contact_memberships_used_up',
    on: 'contact_memberships (company_id, used_up_on) where used_up_on is not null',
  },
];
