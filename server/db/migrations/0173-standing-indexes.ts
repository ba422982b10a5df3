import type { NewIndex } from '../buildIndex.ts';

/** For filtering contacts by their standing: the few memberships that are not simply active. */
export const standingIndexes: readonly NewIndex[] = [
  {
    name: 'contact_memberships_without_access',
    on: `contact_memberships (company_id, coalesce(cancels_on, 'infinity'::date)) where granted_at is not null and not access_enabled`,
  },
  { name: 'contact_memberships_starting', on: 'contact_memberships (company_id, start_date) where granted_at is not null' },
  { name: 'contact_memberships_in_grace', on: 'contact_memberships (company_id, end_date) where granted_at is not null and days_of_grace is not null' },
];
