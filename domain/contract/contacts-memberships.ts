import { z } from 'zod';
import { defaultPageSize, maxPage, maxPageSize } from '../rules/limits.ts';
import { billingFrequencies, planTypes } from '../rules/membershipPlan.ts';
import { id, money, pagination, queryNumber, timestamp } from './common.ts';

/** A plan as a contact bought it. Names and price are copies. Dates are the first and last day of access. */
export const contactMembership = z.object({
  id,
  contactId: id,
  membershipId: id,
  membershipName: z.string(),
  membershipType: z.enum(planTypes),
  /** Null: valid at every location of the company. */
  locationId: id.nullable(),
  startDate: z.iso.date(),
  endDate: z.iso.date().nullable(),
  contractEndDate: z.iso.date().nullable(),
  purchaseDate: timestamp,
  purchasePrice: money,
  billingFrequency: z.enum(billingFrequencies),
  accessEnabled: z.boolean(),
  autoRenew: z.boolean(),
}).meta({ id: 'ContactMembership' });
export type ContactMembership = z.output<typeof contactMembership>;

export const contactMembershipQuery = z.object({
  page: queryNumber(1, maxPage, 1),
  limit: queryNumber(1, maxPageSize, defaultPageSize),
});
export type ContactMembershipQuery = z.output<typeof contactMembershipQuery>;

export const contactMembershipPage = z
  .object({ memberships: z.array(contactMembership), pagination })
  .meta({ id: 'ContactMembershipPage' });
export type ContactMembershipPage = z.output<typeof contactMembershipPage>;
