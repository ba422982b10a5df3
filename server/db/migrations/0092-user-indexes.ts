import type { NewIndex } from '../buildIndex.ts';

/** For the list of a company's users. */
export const userIndexes: readonly NewIndex[] = [
  { name: 'company_admins_company', on: 'company_admins (company_id, user_id)' },
  { name: 'location_access_company', on: 'location_access (company_id, user_id)' },
  { name: 'location_access_location', on: 'location_access (location_id, user_id)' },
];
