/**
 * Card sales whose payment has neither succeeded nor failed for good: the work list of the sweep. It does not list
 * invoices that are open for another reason.
 */
export const awaitedPayments = /* sql */ `
create table awaited_payments (
  invoice_id uuid primary key,
  company_id uuid not null,
  since timestamptz(3) not null,
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete cascade
);
create index awaited_payments_company on awaited_payments (company_id, since);
alter table awaited_payments enable row level security;
create policy tenant on awaited_payments to spotter_app
  using (company_id = any ((select visible_companies())::uuid[]))
  with check (company_id = any ((select visible_companies())::uuid[]));
grant select, insert, update, delete on awaited_payments to spotter_app;

create index payment_intents_invoice on payment_intents (invoice_id);
create index renewals_due on renewals (company_id, next_attempt_on) where next_attempt_on is not null;
create unique index renewals_invoice on renewals (invoice_id) where invoice_id is not null;
`;
