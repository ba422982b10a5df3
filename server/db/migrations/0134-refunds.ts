/**
 * Refunds that staff make, and the payment that each refund returns. The amount of a refund's payment is positive in the
 * table, as the previous build reads and writes it.
 */
export const refunds = /* sql */ `
alter table payments
  add column refund_of uuid,
  add column refund_id uuid;
alter table invoices
  add column refunded_cents integer not null default 0;
alter table invoices add constraint invoices_refunded check (refunded_cents between 0 and paid_cents) not valid;

create table refunds (
  id uuid primary key,
  company_id uuid not null,
  invoice_id uuid not null,
  amount_cents integer not null check (amount_cents > 0),
  destination text not null check (destination in ('card', 'cash')),
  reason text not null,
  membership text not null check (membership in ('keep', 'end_now', 'end_at_period')),
  lines jsonb not null,
  parts jsonb not null,
  created_by uuid not null,
  created_at timestamptz(3) not null default now(),
  busy_until timestamptz(3),
  completed_at timestamptz(3),
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete cascade
);
create index refunds_invoice on refunds (invoice_id, created_at);
-- One at a time, so that two never give back the same money.
create unique index refunds_pending on refunds (invoice_id) where completed_at is null;
alter table refunds enable row level security;
alter table refunds force row level security;
create policy tenant on refunds to spotter_app
  using (company_id = any ((select visible_companies())::uuid[]))
  with check (company_id = any ((select visible_companies())::uuid[]));
create policy maintenance on refunds to spotter_maintenance using (true) with check (true);
grant select, insert, update, delete on refunds to spotter_app;
grant select, insert, update, delete on refunds to spotter_maintenance;
`;

/** The status of a payment that was refunded in full used to say so. Now the refund is a row of its own, as a partial one always was. */
export const refundRows = /* sql */ `
set local role spotter_maintenance;
update payments r set refund_of = p.id
  from payments p
 where r.status = 'refunded' and r.stripe_refund_id is not null
   and p.stripe_payment_intent_id = r.stripe_payment_intent_id and p.stripe_refund_id is null;
insert into payments (id, company_id, invoice_id, amount_cents, method, status, stripe_payment_intent_id, stripe_refund_id,
                      other_method, refund_of, created_at, updated_at)
select gen_random_uuid(), company_id, invoice_id, amount_cents, method, 'refunded', stripe_payment_intent_id,
       coalesce(stripe_payment_intent_id, id::text) || ':whole', other_method, id, updated_at, updated_at
  from payments where status = 'refunded' and stripe_refund_id is null;
update payments set status = 'completed' where status = 'refunded' and stripe_refund_id is null;
update invoices i set refunded_cents = least(i.paid_cents, r.cents)
  from (select invoice_id, sum(amount_cents) as cents from payments where status = 'refunded' group by invoice_id) as r
 where r.invoice_id = i.id;
reset role;
`;
