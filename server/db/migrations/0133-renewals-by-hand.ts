import type { NewIndex } from '../buildIndex.ts';

/** For finding the memberships that renew by hand, among all that renew. */
export const renewalsByHand: readonly NewIndex[] = [
  { name: 'contact_memberships_by_hand', on: "contact_memberships (end_date) where auto_renew and renews_by = 'manual' and granted_at is not null" },
];
