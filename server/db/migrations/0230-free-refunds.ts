/** A piece of a line that costs less than a cent a piece is refunded for nothing, and the last one for the rest. */
export const freeRefunds = /* sql */ `
alter table refunds drop constraint refunds_amount_cents_check;
alter table refunds add constraint refunds_amount_cents_check check (amount_cents >= 0);
`;
