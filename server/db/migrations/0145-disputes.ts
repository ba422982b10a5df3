/**
 * Disputes of card payments as Stripe reports them, and refunds that failed at the bank after they were booked. Such a failure
 * is a payment row of its own, a refund of a negative amount, so that earlier days do not change.
 */
export const disputes = /* sql */ `
create table disputes (
  id text not null,
  company_id uuid not null,
  invoice_id uuid not null,
  amount_cents integer not null,
  status text not null,
  reason text not null,
  opened_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (company_id, id),
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete cascade
);
create index disputes_invoice on disputes (invoice_id);
alter table disputes enable row level security;
alter table disputes force row level security;
create policy tenant on disputes to spotter_app
  using (company_id = any ((select visible_companies())::uuid[]))
  with check (company_id = any ((select visible_companies())::uuid[]));
create policy maintenance on disputes to spotter_maintenance using (true) with check (true);
grant select, insert, update, delete on disputes to spotter_app, spotter_maintenance;

alter table invoices add column disputed_at timestamptz(3);

alter table refunds add column failed_at timestamptz(3);
alter table payments drop constraint payments_amount_cents_check;
alter table payments add constraint payments_amount_cents_check
  check (amount_cents >= 0 or (status = 'refunded' and stripe_refund_id is not null)) not valid;
`;
