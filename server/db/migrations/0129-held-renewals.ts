import type { NewIndex } from '../buildIndex.ts';

/**
 * How an imported membership will renew once the company's admin releases renewals. Until then `auto_renew` is off, so that
 * every query for due renewals skips it, including those of the previous build.
 */
export const heldRenewals = /* sql */ `
alter table contact_memberships add column held_renewal text check (held_renewal in ('card', 'manual'));
-- An imported customer, whose card Stripe is asked for when it is first needed.
alter table stripe_customers add column is_imported boolean not null default false;
`;

export const heldRenewalIndexes: readonly NewIndex[] = [
  { name: 'contact_memberships_held', on: 'contact_memberships (company_id, end_date, id) where held_renewal is not null' },
];
