import { z } from 'zod';
import { membershipCreateBody } from '#domain/contract/memberships.ts';

/** The add form: the plan, and the sales items that are attached to it once it is there. */
export const membershipForm = membershipCreateBody.safeExtend({ salesItemIds: z.array(z.uuid()) });
export type MembershipForm = z.output<typeof membershipForm>;

/** A new plan is no_contract, monthly, at price 0 and unpublished. */
export const newMembership = {
  name: '',
  description: '',
  locationId: null,
  type: 'no_contract',
  contractLengthMonths: null,
  price: 0,
  billingFrequency: 'monthly',
  accessDurationDays: null,
  isPublished: false,
  agreementIds: [],
  salesItemIds: [],
};
