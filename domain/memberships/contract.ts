import { z } from 'zod';
import {
  accessDaysMax,
  accessDaysMin,
  contractMonthsMax,
  contractMonthsMin,
  visitLimitMax,
  visitLimitMin,
  visitsPerDayMax,
} from '#domain/shared/limits.ts';
import {
  accessDurationRequired,
  billingFrequencies,
  contractLengthBounds,
  contractLengthRequired,
  packStarts,
  planProblems,
  planTypes,
  visitLimitBounds,
  type PlanTerms,
} from './membershipPlan.ts';
import { agreementSummary } from '#domain/agreements/contract.ts';
import {
  externalIdQuery,
  id,
  listQuery,
  money,
  pagination,
  syncFields,
  syncQuery,
  timestamp,
} from '#domain/shared/contract.ts';
import {
  listFields,
  dollars,
  nullableExternalId,
  nullableId,
  nullableNotes,
  optionalExternalId,
  optionalId,
  optionalNotes,
  expectedUpdatedAt,
  requiredText,
  readOnlyFields,
} from '#domain/shared/fields.ts';
import { locationSummary } from '#domain/locations/contract.ts';

const membership = z
  .object({
    id,
    companyId: id,
    /** Null means company-wide. */
    locationId: id.nullable(),
    name: z.string(),
    description: z.string().nullable(),
    type: z.enum(planTypes),
    contractLengthMonths: z.int().nullable(),
    price: money,
    billingFrequency: z.enum(billingFrequencies),
    accessDurationDays: z.int().nullable(),
    /** Null means any number of visits. */
    visitLimit: z.int().nullable(),
    /** Null means any number. */
    visitsPerDay: z.int().nullable(),
    /** Only plans with a number of visits have one. */
    validFrom: z.enum(packStarts).nullable(),
    isPublished: z.boolean(),
    isActive: z.boolean(),
    agreementIds: z.array(id),
    externalId: z.string().nullish(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'Membership' });
export type Membership = z.output<typeof membership>;

const membershipListItem = z
  .object({ membership, location: locationSummary.nullable() })
  .meta({ id: 'MembershipListItem' });
export type MembershipListItem = z.output<typeof membershipListItem>;

export const membershipPage = z
  .object({ memberships: z.array(membershipListItem), pagination, ...syncFields })
  .meta({ id: 'MembershipPage' });
export type MembershipPage = z.output<typeof membershipPage>;

const membershipSortColumns = ['name', 'createdAt'] as const;

export const membershipListQuery = z.strictObject({
  ...listQuery(z.enum(membershipSortColumns).default('createdAt'), 'desc'),
  ...externalIdQuery,
  ...syncQuery,
});
export type MembershipListQuery = z.output<typeof membershipListQuery>;

const name = requiredText('Membership name is required');
const priceWrong = 'Price must be greater than 0';
const price = dollars(priceWrong).refine((amount) => amount > 0, priceWrong);
const type = z.enum(planTypes, 'Type must be no_contract or contract');
const billingFrequency = z.enum(billingFrequencies, 'Billing must be monthly, annually or one_time');
/** Zero is allowed here; the plan rule then says that a length is required. */
const contractLengthMonths = z
  .int(contractLengthRequired)
  .min(contractMonthsMin - 1, contractLengthRequired)
  .max(contractMonthsMax, contractLengthBounds)
  .nullish();
const accessDurationDays = z
  .int(accessDurationRequired)
  .min(accessDaysMin - 1, accessDurationRequired)
  .max(accessDaysMax, `Access duration must be at most ${accessDaysMax} days`)
  .nullish();
const visitLimit = z
  .int(visitLimitBounds)
  .min(visitLimitMin, visitLimitBounds)
  .max(visitLimitMax, visitLimitBounds)
  .nullish();
const visitsPerDayBounds = `Visits per day must be 1 to ${visitsPerDayMax}`;
const visitsPerDay = z
  .int(visitsPerDayBounds)
  .min(1, visitsPerDayBounds)
  .max(visitsPerDayMax, visitsPerDayBounds)
  .nullish();
const validFrom = z.enum(packStarts, 'Valid from must be purchase or first_visit').nullish();
const agreementIds = z.array(id).max(100, 'Must be at most 100 agreements');

const showProblems = (plan: Partial<PlanTerms>, context: z.RefinementCtx) => {
  for (const [field, message] of Object.entries(planProblems(plan))) {
    context.addIssue({ code: 'custom', path: [field], message });
  }
};

export const membershipCreateBody = z
  .object({
    companyId: optionalId(),
    locationId: optionalId(),
    name,
    description: optionalNotes(),
    type: type.default('no_contract'),
    contractLengthMonths,
    price,
    billingFrequency: billingFrequency.default('monthly'),
    accessDurationDays,
    visitLimit,
    visitsPerDay,
    validFrom,
    isPublished: z.boolean().default(false),
    isActive: z.boolean().default(true),
    agreementIds: agreementIds.default([]),
    externalId: optionalExternalId(),
  })
  .superRefine(showProblems)
  .meta({ id: 'MembershipCreate' });
export type MembershipCreateBody = z.output<typeof membershipCreateBody>;

/** A PUT may be partial: the server runs `planProblems` on the merged record. */
export const membershipUpdateBody = z
  .object({
    companyId: optionalId(),
    locationId: nullableId(),
    name: name.optional(),
    description: nullableNotes(),
    type: type.optional(),
    contractLengthMonths,
    price: price.optional(),
    billingFrequency: billingFrequency.optional(),
    accessDurationDays,
    visitLimit,
    visitsPerDay,
    validFrom,
    isPublished: z.boolean().optional(),
    isActive: z.boolean().optional(),
    agreementIds: agreementIds.optional(),
    externalId: nullableExternalId(),
    updatedAt: expectedUpdatedAt,
  })
  .superRefine(({ contractLengthMonths: months, accessDurationDays: days, ...plan }, context) =>
    showProblems(
      {
        ...(months !== undefined && { type: plan.type, contractLengthMonths: months }),
        ...(days !== undefined && { billingFrequency: plan.billingFrequency, accessDurationDays: days }),
      },
      context,
    ),
  )
  .meta({ id: 'MembershipUpdate' })
  .register(
    readOnlyFields,
    listFields(membership, z.object({ location: locationSummary, agreements: z.array(agreementSummary) })),
  );
export type MembershipUpdateBody = z.output<typeof membershipUpdateBody>;

export const membershipResponse = z
  .object({
    membership,
    location: locationSummary.nullable(),
    agreements: z.array(agreementSummary),
    message: z.string().optional(),
  })
  .meta({ id: 'MembershipResponse' });
export type MembershipResponse = z.output<typeof membershipResponse>;
