/**
 * What each granted membership was on every day, for the reports: a past day keeps what was true then. A row counts from its day
 * until the next one. It is changed in place as long as that changes no past day: a renewal only moves its end.
 *
 * Triggers write it, whoever changes the membership, its freezes or its contact. Their clock is that of the application.
 */
export const membershipHistory = /* sql */ `
create table membership_history (
  company_id uuid not null,
  contact_membership_id uuid not null,
  since date not null,
  -- The home of the member.
  location_id uuid not null,
  -- The first day on which it was not in force any more, as far as was known: its last one, after the days of grace if it renews.
  through date not null,
  -- The same for its monthly price: the day from which it was not going to renew.
  renews_until date not null,
  monthly_cents integer not null,
  primary key (contact_membership_id, since),
  foreign key (company_id, contact_membership_id) references contact_memberships (company_id, id) on delete cascade
);
alter table membership_history enable row level security;
alter table membership_history force row level security;
create policy tenant on membership_history to spotter_app
  using (company_id = any ((select visible_companies())::uuid[]))
  with check (company_id = any ((select visible_companies())::uuid[]));
create policy maintenance on membership_history to spotter_maintenance using (true) with check (true);
grant select, insert, update, delete on membership_history to spotter_app, spotter_maintenance;

-- A membership whose access is off lasts until it is cancelled, and one that is cancelled until its last day. An open freeze
-- moves the end by its longest duration.
create function membership_terms(membership uuid)
returns table (company_id uuid, location_id uuid, timezone text, since date, through date, renews_until date, monthly_cents int)
language sql stable as $$
  select m.company_id, l.id, l.timezone, (m.granted_at at time zone l.timezone)::date, force.through,
         case when m.billing_frequency = 'one_time' or not m.auto_renew and m.cancelled_at is null then '-infinity'
              else least(force.through, (m.cancelled_at at time zone l.timezone)::date,
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
   cross join lateral (
     select least((c.archived_at at time zone l.timezone)::date, case
         when m.cancels_on is not null then least(m.cancels_on, coalesce(m.last_day, 'infinity'))
         when not m.access_enabled then 'infinity'
         else coalesce(m.last_day
           + coalesce((select sum(f.longest_until - f.from_day + 1) from membership_freezes f where f.contact_membership_id = m.id and f.until_day is null), 0)::int
           -- Three days of grace are the setting's default.
           + case when renewal.is_on then greatest(1, coalesce((s.memberships ->> 'graceDays')::int, 3)) else 0 end, 'infinity') end) as through) as force
   where m.id = membership and m.granted_at is not null
$$;

create function write_membership_history(membership uuid) returns void language plpgsql as $$
declare
  terms record;
  last membership_history;
  today date;
begin
  select * into terms from membership_terms(membership);
  if not found then return; end if;
  today := (coalesce(nullif(current_setting('spotter.now', true), '')::timestamptz, now()) at time zone terms.timezone)::date;
  select * into last from membership_history h where h.contact_membership_id = membership order by h.since desc limit 1;
  if found and (
    last.since >= today or
    last.location_id = terms.location_id
      and greatest(least(last.through, today), last.since) = greatest(least(terms.through, today), last.since)
      and greatest(least(last.renews_until, today), last.since) = greatest(least(terms.renews_until, today), last.since)
      and (last.monthly_cents = terms.monthly_cents or last.renews_until <= last.since))
  then
    update membership_history h
       set location_id = terms.location_id, through = terms.through, renews_until = terms.renews_until, monthly_cents = terms.monthly_cents
     where h.contact_membership_id = membership and h.since = last.since;
  else
    insert into membership_history (company_id, contact_membership_id, since, location_id, through, renews_until, monthly_cents)
    values (terms.company_id, membership, case when found then today else terms.since end, terms.location_id, terms.through, terms.renews_until, terms.monthly_cents);
  end if;
end $$;

create function keep_membership_history() returns trigger language plpgsql as $$
begin
  perform write_membership_history(new.id);
  return null;
end $$;
create trigger contact_memberships_history
  after insert or update of contact_id, access_enabled, end_date, contract_end_date, granted_at, cancels_on, cancelled_at, auto_renew,
    purchase_price_cents, billing_frequency, planned_membership_id
  on contact_memberships for each row when (new.granted_at is not null) execute function keep_membership_history();

create function keep_frozen_history() returns trigger language plpgsql as $$
begin
  perform write_membership_history(coalesce(new.contact_membership_id, old.contact_membership_id));
  return null;
end $$;
create trigger membership_freezes_history after insert or delete or update of until_day, longest_until
  on membership_freezes for each row execute function keep_frozen_history();

create function keep_member_history() returns trigger language plpgsql as $$
begin
  perform write_membership_history(m.id) from contact_memberships m where m.contact_id = new.id;
  return null;
end $$;
create trigger contacts_history after update of archived_at, home_location_id on contacts for each row
  when (old.archived_at is distinct from new.archived_at or old.home_location_id <> new.home_location_id)
  execute function keep_member_history();

-- As far as the rows themselves tell. So far a membership counted from its first day, also if it was imported later.
set local role spotter_maintenance;
insert into membership_history (company_id, contact_membership_id, since, location_id, through, renews_until, monthly_cents)
select t.company_id, m.id, least(m.start_date, t.since), t.location_id, t.through, t.renews_until, t.monthly_cents
  from contact_memberships m cross join lateral membership_terms(m.id) as t;
reset role;
`;
