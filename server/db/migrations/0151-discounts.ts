/**
 * The discount on a line of an invoice, and its reason. `total_cents` stays what is paid for the line before tax. The check is
 * not validated: existing rows satisfy it.
 */
export const discounts = /* sql */ `
alter table invoice_lines
  add column discount_cents integer not null default 0,
  add column discount_reason text;
alter table invoice_lines add constraint invoice_lines_discount check (
  discount_cents = 0
  or (discount_cents > 0 and discount_reason is not null and total_cents >= 0
      and total_cents + discount_cents = price_cents::bigint * quantity)) not valid;
`;
