/**
 * Payments by other methods than cash and card, write-offs, and why an invoice was closed. Another build may already have added
 * these columns to payments under the same names. Checks are not validated: existing rows satisfy them.
 */
export const collecting = /* sql */ `
alter table payments
  add column if not exists other_method text,
  add column if not exists reference text,
  drop constraint if exists payments_method_check;
alter table payments add constraint payments_method_check check (method in ('cash', 'card', 'other')) not valid;

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
