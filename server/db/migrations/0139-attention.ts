import type { NewIndex } from '../buildIndex.ts';

/** For the memberships that end soon: by their own end date, with their contract, or by a cancellation. */
export const attention: readonly NewIndex[] = [
  {
    name: 'contact_memberships_ending',
    on: 'contact_memberships (company_id, last_day) where granted_at is not null and access_enabled and not auto_renew',
  },
  {
    name: 'contact_memberships_contracts',
    on: 'contact_memberships (company_id, contract_end_date) where granted_at is not null and access_enabled and auto_renew and contract_end_date is not null',
  },
  {
    name: 'contact_memberships_cancelled',
    on: 'contact_memberships (company_id, cancels_on) where granted_at is not null and access_enabled and cancels_on is not null',
  },
];
