/** What is written off of an invoice, and why it was closed. The check is not validated: the rows so far pass it. */
export const collecting = /* sql */ `
alter table invoices
  add column written_off_cents integer not null default 0,
  add column closed_reason text;
-- With the older check, that paid and due make the total: paid + due + written off = total, unless nobody ever paid a void one.
alter table invoices add constraint invoices_written_off check (
  written_off_cents = 0
  or (written_off_cents > 0 and status = 'void' and due_cents = 0 and paid_cents + written_off_cents = total_cents)) not valid;

-- Canceled, such an intent leaves its invoice as it is: it is collected in another way.
alter table payment_intents add column keeps_invoice boolean not null default false;
`;
