/**
 * Payments that are neither cash nor card: the method by its name in the company's settings, and its number. The wider
 * check is not validated, because the rows so far passed a narrower one.
 */
export const otherPayments = /* sql */ `
alter table payments add column if not exists other_method text, add column if not exists reference text;
alter table payments drop constraint if exists payments_method_check;
alter table payments add constraint payments_method_check check (method in ('cash', 'card', 'other')) not valid;
`;
