/**
 * The days on which a declined renewal is retried, copied from the company's settings when it is billed, and the day of the
 * first failure, from which they count. Renewals that the previous build bills have neither, and are retried on the next
 * three days, as that build does.
 */
export const renewalRetries = /* sql */ `
alter table renewals
  add column retry_days integer[],
  add column first_failed_on date;
`;
