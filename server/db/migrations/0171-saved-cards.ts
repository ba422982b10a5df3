/**
 * Stripe's data about the saved cards: brand, last digits and the last day on which the card can be charged. A job reads it,
 * and again after some weeks, since banks renew cards. A row is valid while its card is the customer's current one.
 */
export const savedCards = /* sql */ `
create table saved_cards (
  company_id uuid not null,
  contact_id uuid not null,
  payment_method_id text not null,
  -- All three are null for one that Stripe does not have, or that is no card.
  brand text,
  last_digits text,
  last_day date,
  read_at timestamptz(3) not null,
  primary key (company_id, contact_id),
  foreign key (company_id, contact_id) references stripe_customers (company_id, contact_id) on delete cascade
);
alter table saved_cards enable row level security;
alter table saved_cards force row level security;
create policy tenant on saved_cards to spotter_app
  using (company_id = any ((select visible_companies())::uuid[]))
  with check (company_id = any ((select visible_companies())::uuid[]));
create policy maintenance on saved_cards to spotter_maintenance using (true) with check (true);
grant select, insert, update, delete on saved_cards to spotter_app;
grant select on saved_cards to spotter_maintenance;

-- Cards that were never read, or not since: of each company the first ones, in turns.
create function cards_to_read(since timestamptz, most int) returns table (company_id uuid, contact_id uuid, payment_method_id text)
language sql stable security definer set search_path from current as $$
  select c.company_id, c.contact_id, c.payment_method_id
    from (select s.company_id, s.contact_id, s.payment_method_id,
                 row_number() over (partition by s.company_id order by k.read_at nulls first, s.contact_id) as turn
            from stripe_customers s
            left join saved_cards k on k.company_id = s.company_id and k.contact_id = s.contact_id and k.payment_method_id = s.payment_method_id
           where s.payment_method_id is not null and (k.read_at is null or k.read_at < since)) as c
    join companies o on o.id = c.company_id and o.archived_at is null
    join stripe_configs a on a.company_id = c.company_id
   where c.turn <= most
   order by c.turn, c.company_id
$$;
alter function cards_to_read(timestamptz, int) owner to spotter_maintenance;
`;
