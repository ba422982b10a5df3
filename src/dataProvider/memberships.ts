import type { Membership, MembershipAnswer, MembershipListItem, MembershipPage } from '#domain/contract/memberships.ts';
import { restAdapter } from './adapter.ts';

/** A plan with its location; null is company-wide. */
export type MembershipRow = Membership & { location: MembershipListItem['location'] };
export type MembershipRecord = MembershipRow & { agreements: MembershipAnswer['agreements'] };

export const membershipsAdapter = restAdapter({
  path: 'memberships',
  rows: ({ memberships }: MembershipPage) =>
    memberships.map(({ membership, location }): MembershipRow => ({ ...membership, location })),
  one: ({ membership, location, agreements }: MembershipAnswer): MembershipRecord => ({ ...membership, location, agreements }),
});
