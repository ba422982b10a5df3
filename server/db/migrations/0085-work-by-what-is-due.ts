/**
 * The cost of queries across companies depends on what they find, however many companies there are: a session's access on the
 * person's own companies and locations, background jobs on what is due. Each function runs with the owner's rights, since
 * row-level security shows one company at a time, and returns no more than the job needs to open that company's scope.
 */
export const workByWhatIsDue = /* sql */ `
create or replace function session_reach(session uuid) returns jsonb
language sql stable security definer set search_path from current as $$
  select jsonb_build_object(
      'userId', u.id, 'email', u.email, 'firstName', u.first_name, 'lastName', u.last_name,
      'companies', coalesce((
        select jsonb_agg(jsonb_build_object('id', held.company_id, 'role', held.role) order by held.rank, held.since, held.company_id)
          from (select company_id, min(role) as role, min(rank) as rank, min(since) as since
                  from (select company_id, 'admin' as role, 0 as rank, created_at as since from company_admins where user_id = u.id
                        union all
                        select company_id, 'staff', 1, created_at from location_access where user_id = u.id) as every_way
                 group by company_id) as held
          join companies c on c.id = held.company_id and c.archived_at is null), '[]'),
      'locations', coalesce((
        select jsonb_agg(jsonb_build_object('id', l.id, 'companyId', l.company_id, 'timezone', l.timezone, 'level', l.level) order by l.name, l.id)
          from (select l.id, l.company_id, l.timezone, l.name, 'admin' as level
                  from company_admins a
                  join companies c on c.id = a.company_id and c.archived_at is null
                  join locations l on l.company_id = a.company_id and l.archived_at is null
                 where a.user_id = u.id
                union all
                select l.id, l.company_id, l.timezone, l.name, g.access_level
                  from location_access g
                  join companies c on c.id = g.company_id and c.archived_at is null
                  join locations l on l.id = g.location_id and l.archived_at is null
                 where g.user_id = u.id
                   and not exists (select from company_admins a where a.user_id = u.id and a.company_id = g.company_id)) as l), '[]'))
    from sessions s join users u on u.id = s.user_id
   where s.id = session and s.revoked_at is null and s.expires_at > now()
$$;

-- Card payments that are not settled, the longest waiting first.
create function waiting_payments() returns table (company_id uuid, invoice_id uuid)
language sql stable security definer set search_path from current as $$
  select w.company_id, w.invoice_id
    from (select a.company_id, a.invoice_id, a.since from awaited_payments a
          union all
          select p.company_id, p.invoice_id, p.created_at from payment_intents p where p.settled_at is null) as w
    join companies c on c.id = w.company_id and c.archived_at is null
   group by w.company_id, w.invoice_id
   order by min(w.since), w.invoice_id
$$;

create function companies_with_stripe() returns table (company_id uuid)
language sql stable security definer set search_path from current as $$
  select s.company_id from stripe_configs s join companies c on c.id = s.company_id and c.archived_at is null order by s.company_id
$$;

-- Auto-renewing plans that end within a day, by the clock of the location that sells them, and have nothing written for
-- their next period yet. Where that location is closed (archived), or the contact is, nobody is charged any more: the plan
-- runs out on the last day that was paid for. Without a Stripe account there is nothing to charge with. The first two
-- conditions on the end only narrow the rows to a stretch of the index that holds every time zone's today.
create function ending_memberships(at timestamptz, grace_days int)
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
   where m.auto_renew and m.granted_at is not null and m.access_enabled and m.billing_frequency <> 'one_time'
     and m.end_date >= (at at time zone 'UTC')::date - grace_days - 1
     and m.end_date <= (at at time zone 'UTC')::date + 2
     and m.end_date between (at at time zone l.timezone)::date - grace_days and (at at time zone l.timezone)::date + 1
     and (m.contract_end_date is null or m.end_date < m.contract_end_date)
     and not exists (select from renewals r where r.contact_membership_id = m.id and r.period = m.periods_paid + 1)
   order by m.end_date, m.id
$$;

-- Renewals whose day has come, a first time or again; none of a location or contact that was archived meanwhile.
create function due_renewals(at timestamptz)
returns table (company_id uuid, contact_membership_id uuid, period int, invoice_id uuid, attempts int, today date)
language sql stable security definer set search_path from current as $$
  select r.company_id, r.contact_membership_id, r.period, r.invoice_id, r.attempts, (at at time zone l.timezone)::date
    from renewals r
    join stripe_configs s on s.company_id = r.company_id
    join companies o on o.id = r.company_id and o.archived_at is null
    join invoices i on i.id = r.invoice_id
    join locations l on l.id = i.location_id and l.archived_at is null
    join contacts c on c.id = i.contact_id and c.archived_at is null
    join contact_memberships m on m.id = r.contact_membership_id and m.auto_renew and m.access_enabled
   where r.status in ('pending', 'declined') and i.status in ('open', 'overdue')
     and r.next_attempt_on <= (at at time zone 'UTC')::date + 1
     and r.next_attempt_on <= (at at time zone l.timezone)::date
   order by r.next_attempt_on, r.contact_membership_id
$$;

-- Removes at most so many of each kind, so that no statement takes long; answers how many went.
create function remove_spent_keys(before timestamptz, most int) returns bigint
language sql security definer set search_path from current as $$
  with gone as (
    delete from idempotency_keys where ctid = any (array(select ctid from idempotency_keys where created_at < before limit most)) returning 1)
  select count(*) from gone
$$;
create function remove_old_events(before timestamptz, most int) returns bigint
language sql security definer set search_path from current as $$
  with gone as (
    delete from webhook_events where ctid = any (array(select ctid from webhook_events where received_at < before limit most)) returning 1)
  select count(*) from gone
$$;

-- Companies whose totals are spread over shards since they were brought together the last time.
create function companies_with_shards() returns table (company_id uuid)
language sql stable security definer set search_path from current as $$
  select distinct t.company_id from tallies t where t.shard <> 0
$$;
`;
