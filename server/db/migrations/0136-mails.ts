import type { NewIndex } from '../buildIndex.ts';

/** The last day of a membership that does not renew; null for one that continues. */
const endDay = `case when auto_renew
  then least(cancels_on, case when planned_membership_id is null then contract_end_date end)
  else least(cancels_on, end_date) end`;

/**
 * Mails to members that wait, were sent or have failed. A row stores the facts of a mail; its text is written when it is sent.
 * The functions return a few rows of each company, so that a long queue of one does not delay the others.
 */
export const mails = /* sql */ `
alter table company_settings add column mails jsonb not null default '{}';

-- The day for which a member was told of a renewal or of an end. When the day moves, the member is told again.
alter table contact_memberships
  add column renewal_noticed_for date,
  add column ending_noticed_for date;

create table mails (
  id uuid primary key default gen_random_uuid(),
  company_id uuid not null,
  contact_id uuid not null,
  kind text not null,
  data jsonb not null,
  -- Null: the contact's own address as it is when the mail is sent.
  address text,
  -- What is mailed once has a name; null for what can be mailed any number of times.
  once text,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  due_at timestamptz(3) check ((due_at is not null) = (state = 'waiting')),
  attempts integer not null default 0,
  sent_to text,
  failure text,
  settled_at timestamptz(3) check ((settled_at is null) = (state = 'waiting')),
  created_at timestamptz(3) not null default now(),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade
);
create index mails_due on mails (company_id, due_at, id) where due_at is not null;
create unique index mails_once on mails (company_id, once) where once is not null;
create index mails_settled on mails (contact_id, settled_at desc, id) where settled_at is not null;
create index mails_age on mails (settled_at) where settled_at is not null;
alter table mails enable row level security;
alter table mails force row level security;
create policy tenant on mails to spotter_app
  using (company_id = any ((select visible_companies())::uuid[]))
  with check (company_id = any ((select visible_companies())::uuid[]));
create policy maintenance on mails to spotter_maintenance using (true) with check (true);
grant select, insert, update, delete on mails to spotter_app;
grant select, insert, update, delete on mails to spotter_maintenance;

-- Mails whose time has come: of each company the first ones, in turns.
create function due_mails(at timestamptz, most int) returns table (company_id uuid, id uuid)
language sql stable security definer set search_path from current as $$
  with recursive waiting (company_id) as (
    (select m.company_id from mails m where m.due_at is not null order by m.company_id limit 1)
    union all
    select (select m.company_id from mails m where m.due_at is not null and m.company_id > w.company_id order by m.company_id limit 1)
      from waiting w where w.company_id is not null
  )
  select m.company_id, m.id
    from waiting w
    join companies o on o.id = w.company_id and o.archived_at is null
   cross join lateral (
          select d.company_id, d.id, row_number() over (order by d.due_at, d.id) as turn
            from (select q.company_id, q.id, q.due_at from mails q
                   where q.company_id = w.company_id and q.due_at <= at order by q.due_at, q.id limit most) as d) as m
   order by m.turn, m.company_id
$$;

create function remove_old_mails(before timestamptz, most int) returns int
language sql security definer set search_path from current as $$
  with removed as (
    delete from mails where id in (select id from mails where settled_at < before order by settled_at limit most) returning 1)
  select count(*)::int from removed
$$;

-- Memberships whose renewal or end is near and whose member was not told of that day, from nine in the morning by the clock of
-- their location. The settings of a company go before the defaults. The conditions on the UTC date only narrow the rows to a
-- stretch of the index that holds every time zone's today. In no order, so that a first part of them is found without the rest.
create function due_notices(at timestamptz, defaults jsonb, most int)
returns table (company_id uuid, kind text, id uuid, day date)
language sql stable security definer set search_path from current as $$
  select o.id, n.kind, n.id, n.day
    from companies o
    left join company_settings s on s.company_id = o.id
   cross join lateral (select defaults || coalesce(s.mails, '{}') as mails, (at at time zone 'UTC')::date as utc) as w
   cross join lateral (
      select 'renewal-upcoming' as kind, m.id, m.end_date as day
        from contact_memberships m
        join contacts c on c.id = m.contact_id and c.archived_at is null
        join locations l on l.id = coalesce(m.location_id, c.home_location_id) and l.archived_at is null
       where (w.mails -> 'renewalUpcoming')::boolean
         and m.company_id = o.id and m.granted_at is not null and m.auto_renew and m.renewal_noticed_for is distinct from m.end_date
         and m.end_date between w.utc - 1 and w.utc + (w.mails -> 'renewalUpcomingDays')::int + 1
         and m.end_date between (at at time zone l.timezone)::date and (at at time zone l.timezone)::date + (w.mails -> 'renewalUpcomingDays')::int
         and (at at time zone l.timezone)::time >= '09:00'
         and m.renews_by = 'card' and m.access_enabled and m.billing_frequency <> 'one_time'
         and m.start_date < (at at time zone l.timezone)::date
         and (m.cancels_on is null or m.end_date < m.cancels_on)
         and (m.contract_end_date is null or m.end_date < m.contract_end_date or m.planned_membership_id is not null)
         -- An open freeze moves the end when it ends.
         and not exists (
           select from membership_freezes f
            where f.contact_membership_id = m.id and f.until_day is null
              and f.from_day <= m.end_date and f.longest_until >= (at at time zone l.timezone)::date)
         and not exists (select from renewals r where r.contact_membership_id = m.id and r.period = m.periods_paid + 1)
         and exists (select from stripe_configs t where t.company_id = o.id)
      union all
      select 'membership-ending', m.id, m.ends_on
        from (select id, company_id, contact_id, location_id, start_date, granted_at, access_enabled, held_renewal, cancelled_at, ending_noticed_for,
                     ${endDay} as ends_on from contact_memberships) as m
        join contacts c on c.id = m.contact_id and c.archived_at is null
        join locations l on l.id = coalesce(m.location_id, c.home_location_id) and l.archived_at is null
       where (w.mails -> 'membershipEnding')::boolean
         and m.company_id = o.id and m.granted_at is not null and m.ending_noticed_for is distinct from m.ends_on
         and m.ends_on between w.utc - 1 and w.utc + (w.mails -> 'membershipEndingDays')::int + 1
         and m.ends_on between (at at time zone l.timezone)::date and (at at time zone l.timezone)::date + (w.mails -> 'membershipEndingDays')::int
         and (at at time zone l.timezone)::time >= '09:00'
         and m.access_enabled and m.held_renewal is null
         -- Not for a pass of a few days, nor soon after the cancellation was mailed.
         and m.start_date < m.ends_on - (w.mails -> 'membershipEndingDays')::int
         and (m.cancelled_at is null or (m.cancelled_at at time zone l.timezone)::date < m.ends_on - (w.mails -> 'membershipEndingDays')::int)
         and not exists (
           select from membership_freezes f
            where f.contact_membership_id = m.id and f.until_day is null
              and f.from_day <= m.ends_on and f.longest_until >= (at at time zone l.timezone)::date)
         -- Nothing ends for a member who holds another one for longer.
         and not exists (
           select from contact_memberships x
            where x.contact_id = m.contact_id and x.id <> m.id and x.granted_at is not null and x.access_enabled
              and coalesce(least(x.cancels_on, case when not x.auto_renew then x.last_day end), 'infinity') > m.ends_on)) as n
   where o.archived_at is null
   limit most
$$;
do $$ declare definer regprocedure; begin
  foreach definer in array array['due_mails(timestamptz, int)', 'remove_old_mails(timestamptz, int)', 'due_notices(timestamptz, jsonb, int)']::regprocedure[] loop
    execute format('alter function %s owner to spotter_maintenance', definer);
  end loop;
end $$;
`;

/** Memberships whose members have not been notified yet. */
export const noticeIndexes: readonly NewIndex[] = [
  {
    name: 'contact_memberships_unannounced_renewals',
    on: `contact_memberships (company_id, end_date)
      where granted_at is not null and auto_renew and renewal_noticed_for is distinct from end_date`,
  },
  {
    name: 'contact_memberships_unannounced_ends',
    on: `contact_memberships (company_id, (${endDay}))
      where granted_at is not null and ending_noticed_for is distinct from (${endDay})`,
  },
];
