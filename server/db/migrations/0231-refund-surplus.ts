/** What Stripe returned beyond what was left to refund. It stands beside the refund, so that no more is refunded than was paid. */
export const refundSurplus = /* sql */ `
alter table payments add column surplus_cents integer not null default 0;
`;
