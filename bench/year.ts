/**
 * A year of a company as statements, on the temporary table `numbered` of `data.ts`. Three of four contacts have bought a plan
 * within the last 400 days, and pay for a month or a year at a time until they leave, most by a saved card. Some are in a
 * household. Members check in about thirty times. Everything is written in the order in which it happened, as in a real gym.
 */
export const year: readonly string[] = [
  `create temp table held as
   select uuidv7() as id, c.company_id, c.id as contact_id, c.home_location_id as location_id, c.first_name, c.last_name, c.email, c.i,
          p.id as plan_id, p.name as plan, p.price_cents * f.months as price, f.months, s.day as start_day,
          1 + ((least(current_date, s.leaves) - s.day) / (30.44 * f.months))::int as periods, s.leaves
     from numbered c
     join (select id, name, price_cents, location_id, row_number() over (partition by location_id order by id) as place from memberships) p
       on p.location_id = c.home_location_id and p.place = 1 + c.i % 40
    cross join lateral (select case c.i % 20 when 3 then 12 else 1 end as months) as f
    cross join lateral (select current_date - (c.i::bigint * 7919 % 400)::int as day,
           case when c.i % 5 = 1 then current_date - (c.i::bigint * 7919 % 400)::int + 30 + (c.i::bigint * 104729 % 300)::int end as leaves) as s
    where c.i % 4 <> 0`,
  `create temp table sold as
   select uuidv7() as id, b.held_id, b.period, b.company_id, b.location_id, b.contact_id, b.first_name, b.last_name, b.email, b.item_id, b.name,
          b.cents, round(b.cents * 0.08)::int as tax, b.at,
          -- What happens to an invoice happens nine days later, so not yet to the newest.
          case when b.at < now() - interval '9 days' then b.n else 0 end as n
     from (
       select h.id as held_id, period, h.company_id, h.location_id, h.contact_id, h.first_name, h.last_name, h.email, h.plan_id as item_id, h.plan as name,
              h.price as cents, ((h.start_day + make_interval(months => h.months * (period - 1)))::date + time '06:00' + (h.i % 50000) * interval '1 second') at time zone 'America/Denver' as at, h.i * 13 + period as n
         from held h cross join generate_series(1, h.periods) as period
       union all
       select null, null, c.company_id, c.home_location_id, c.id, c.first_name, c.last_name, c.email, s.id, s.name, 100 + c.i % 5000,
              now() - (c.i::bigint * 7919 % 31536000) * interval '1 second', c.i
         from numbered c
         join (select id, name, location_id, row_number() over (partition by location_id order by id) as place from sales_items) s
           on s.location_id = c.home_location_id and s.place = 1 + c.i % 40) as b
    where b.at < now()
    order by b.at`,
  `insert into invoices (id, company_id, location_id, contact_id, kind, status, description, subtotal_cents, tax_rate, tax_cents, total_cents, paid_cents, due_cents,
          customer_first_name, customer_last_name, customer_email, customer_phone, location_name, company_name, created_by, created_at, updated_at, written_off_cents, refunded_cents)
   select s.id, s.company_id, s.location_id, s.contact_id, case when s.held_id is null then 'items' when s.period = 1 then 'purchase' else 'renewal' end, f.status, s.name, s.cents, 0.08, s.tax, s.cents + s.tax,
          case when f.status in ('paid', 'refunded') then s.cents + s.tax else 0 end, case when f.status in ('open', 'overdue') then s.cents + s.tax else 0 end,
          s.first_name, s.last_name, s.email, '', 'Bench', 'Bench Fitness', case when s.held_id is null then (select id from users) end, s.at, s.at + f.later,
          case when f.status = 'void' and s.n % 2 = 0 then s.cents + s.tax else 0 end,
          case s.n % 200 when 11 then s.cents + s.tax when 12 then (s.cents + s.tax) / 3 when 13 then (s.cents + s.tax) / 3 else 0 end
     from sold s
    cross join lateral (select case s.n % 200 when 7 then 'void' when 8 then 'void' when 9 then 'overdue' when 10 then 'open' when 11 then 'refunded' else 'paid' end as status,
           case when s.n % 200 between 7 and 11 then interval '9 days' else interval '0' end as later) as f
    order by s.at`,
  `insert into invoice_lines (invoice_id, position, company_id, type, item_id, name, quantity, price_cents, total_cents)
   select id, 0, company_id, case when held_id is null then 'sales_item' else 'membership' end, item_id, name, 1, cents, cents from sold order by at`,
  `insert into payments (id, company_id, invoice_id, kind, amount_cents, method, status, stripe_payment_intent_id, stripe_refund_id, created_at, updated_at)
   select uuidv7(), p.company_id, p.invoice_id, case p.status when 'refunded' then 'refund' else 'payment' end, p.cents, p.method, p.status, p.intent, p.refund, p.at, p.at
     from (
       select s.company_id, s.id as invoice_id, s.cents + s.tax as cents, case when s.held_id is null then 'cash' else 'card' end as method, 'completed' as status,
              case when s.held_id is not null then 'pi_' || s.id end as intent, null as refund, s.at
         from sold s where s.n % 200 not between 7 and 10
       union all
       select s.company_id, s.id, (s.cents + s.tax) / case s.n % 200 when 11 then 1 else 3 end, 'card', 'refunded', null, 're_' || s.id, s.at + interval '9 days'
         from sold s where s.n % 200 between 11 and 13) as p
    order by p.at`,
  `insert into contact_memberships (id, company_id, contact_id, membership_id, location_id, invoice_id, membership_name, membership_type, billing_frequency,
          purchase_price_cents, start_date, end_date, periods_paid, purchase_date, auto_renew, renews_by, granted_at, cancels_on, cancel_reason, canceled_at)
   select h.id, h.company_id, h.contact_id, h.plan_id, h.location_id, f.id, h.plan, 'no_contract', case h.months when 12 then 'annually' else 'monthly' end,
          h.price, h.start_day, (h.start_day + make_interval(months => h.months * l.period))::date - 1 + case when h.i % 30 = 5 then 14 else 0 end, l.period, f.at,
          h.leaves is null, case when h.i % 10 < 9 then 'card' else 'manual' end, f.at, h.leaves, case when h.leaves is not null then 'price' end, case when h.leaves is not null then f.at + interval '20 days' end
     from held h
     join sold f on f.held_id = h.id and f.period = 1
     join (select held_id, max(period) as period from sold group by held_id) l on l.held_id = h.id
    order by f.at`,
  `insert into membership_periods (company_id, contact_membership_id, period, last_day, days)
   select h.company_id, h.id, s.period, end_of.day + case when h.i % 30 = 5 then 14 else 0 end, end_of.day - end_of.day_before
     from sold s
     join held h on h.id = s.held_id
    cross join lateral (
      select (h.start_day + make_interval(months => h.months * s.period))::date - 1 as day,
             (h.start_day + make_interval(months => h.months * (s.period - 1)))::date - 1 as day_before) as end_of`,
  `insert into renewals (contact_membership_id, period, company_id, invoice_id, status, created_at, updated_at)
   select held_id, period, company_id, id, case when n % 200 in (9, 10) then 'declined' else 'paid' end, at, at from sold where period > 1 order by at`,
  `insert into membership_freezes (id, company_id, contact_membership_id, from_day, until_day, longest_until, reason)
   select uuidv7(), company_id, id, start_day + 20, start_day + 33, start_day + 33, 'Travel' from held where i % 30 = 5
   union all
   select uuidv7(), company_id, id, current_date - 5, null, current_date + 20, 'Travel' from held where i % 100 = 6 and leaves is null`,
  // Nine of ten who have a plan pay by card, and each month the cards of one of 48 expire.
  `insert into stripe_customers (company_id, contact_id, customer_id, payment_method_id)
   select company_id, contact_id, 'cus_' || i, 'pm_' || i from held where i % 10 < 9`,
  `insert into saved_cards (company_id, contact_id, payment_method_id, brand, last_digits, last_day, read_at)
   select company_id, contact_id, payment_method_id, 'visa', '4242',
          (date_trunc('month', current_date) + (hashtext(customer_id) & 1073741823) % 48 * interval '1 month')::date - 1, now()
     from stripe_customers`,
  // One contact of ten is in a household of four.
  `create temp table housed as
   select company_id, id as contact_id, i, first_value(id) over home as payer_id, first_value(last_name) over home as name from numbered
    where i % 40 in (1, 2, 3, 6) window home as (partition by i / 40 order by i)`,
  `insert into households (id, company_id, name, payer_id, created_at, updated_at)
   select payer_id, company_id, name, payer_id, now(), now() from housed where contact_id = payer_id`,
  `insert into household_members (contact_id, company_id, household_id, joined_at)
   select contact_id, company_id, payer_id, now() from housed`,
  `insert into activity (id, company_id, at, actor_type, actor_name, record_type, record_id, action, record_label, changes)
   select uuidv7(), s.company_id, s.at + case when s.n % 200 in (7, 8) then interval '9 days' else interval '0' end, 'job', 'Renewals', 'invoice', s.id,
          case when s.n % 200 in (7, 8) then case when s.n % 2 = 0 then 'invoice.written-off' else 'invoice.voided' end else 'invoice.created' end, s.name, '[]'
     from sold s order by s.at`,
  `insert into checkins (id, company_id, location_id, contact_id, checkin_time, access_granted, reason, door_name)
   select uuidv7(), v.company_id, v.location_id, v.contact_id, v.at, v.i % 12 <> 0, case when v.i % 12 = 0 then 'Membership expired' end, 'Front Desk'
     from (select h.company_id, h.location_id, h.contact_id, h.i + visit as i,
                  date_trunc('day', now()) - interval '6 hours' - (h.i::bigint * 7919 % 400 + visit * 12) % 365 * interval '1 day' + (h.i::bigint * 31 + visit * 977) % 57600 * interval '1 second' as at
             from held h cross join generate_series(0, 29) as visit) as v
    order by v.at`,
];
