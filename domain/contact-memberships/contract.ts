import { z } from 'zod';
import { cancellationReasons } from './cancellation.ts';
import { renewalStops } from './cardRetries.ts';
import { billingFrequencies, planTypes, renewalMethods } from '#domain/memberships/membershipPlan.ts';
import { id, money, pageQuery, pagination, savedCard, timestamp } from '#domain/shared/contract.ts';

/** Days on which a membership is paused, both included. Open while `until` and `days` are null. */
export const membershipFreeze = z
  .object({
    id,
    from: z.iso.date(),
    until: z.iso.date().nullable(),
    days: z.int().nullable(),
    reason: z.string(),
  })
  .meta({ id: 'MembershipFreeze' });
export type MembershipFreeze = z.output<typeof membershipFreeze>;

/** The plan that is charged from the next period on. */
const plannedChange = z
  .object({
    membershipId: id,
    name: z.string(),
    /** The first day of the new plan. Null while an open freeze leaves it open. */
    on: z.iso.date().nullable(),
  })
  .meta({ id: 'PlannedChange' });

/** The plan that a membership had before. */
const pastPlanChange = z
  .object({ changedAt: timestamp, fromPlan: z.string(), toPlan: z.string() })
  .meta({ id: 'PastPlanChange' });

/** The next period of a membership that nobody billed for so long that staff decide. */
export const unbilledPeriod = z
  .object({
    /** The last paid day. */
    paidThrough: z.iso.date(),
    /** The days that Bill Now charges. Those before are not charged. */
    from: z.iso.date(),
    through: z.iso.date(),
    /** With tax. */
    amount: money,
  })
  .meta({ id: 'UnbilledPeriod' });
export type UnbilledPeriod = z.output<typeof unbilledPeriod>;

/** A plan as a contact bought it. Names and price are copies. Dates are the first and last day of access. */
export const contactMembership = z
  .object({
    id,
    contactId: id,
    membershipId: id,
    membershipName: z.string(),
    membershipType: z.enum(planTypes),
    /** Null means valid at every location of the company. It is also null when the plan's location is archived. */
    locationId: id.nullable(),
    /** Such a membership no longer renews. */
    isLocationArchived: z.boolean(),
    startDate: z.iso.date(),
    endDate: z.iso.date().nullable(),
    contractEndDate: z.iso.date().nullable(),
    purchaseDate: timestamp,
    purchasePrice: money,
    billingFrequency: z.enum(billingFrequencies),
    /** For visit packs. Null means no limit. */
    visitLimit: z.int().nullable(),
    visitsLeft: z.int().nullable(),
    /** The term begins with the first visit, and has no end until then. */
    startsWithFirstVisit: z.boolean(),
    /** False also while the membership is frozen. */
    accessEnabled: z.boolean(),
    /** The last day of today's freeze; for an open one the latest possible day. */
    frozenUntil: z.iso.date().nullable(),
    autoRenew: z.boolean(),
    renewsBy: z.enum(renewalMethods),
    /** An imported membership, which does not renew before a company admin activates renewals. */
    isRenewalOnHold: z.boolean(),
    /** Why renewal was turned off automatically. */
    renewalStopped: z.enum(renewalStops).nullable(),
    /** Set when it is too late to bill the next period automatically. */
    unbilled: unbilledPeriod.nullable(),
    /** The last day of grace after the paid period; null while no renewal failed and none is late. */
    graceUntil: z.iso.date().nullable(),
    /** The last day of a canceled membership. */
    cancelsOn: z.iso.date().nullable(),
    cancelReason: z.enum(cancellationReasons).nullable(),
    freezes: z.array(membershipFreeze),
    plannedChange: plannedChange.nullable(),
    /** Oldest first. Only lists have it. */
    planChanges: z.array(pastPlanChange).optional(),
    /** The day on which the next period is billed. Null when it does not renew, or while an open freeze leaves the day open. */
    nextRenewalOn: z.iso.date().nullable(),
    /** With tax. */
    nextRenewalAmount: money.nullable(),
    /**
     * Where its next period is billed. It is the contact's home if its plan is of no location and it was sold at none. Lists and the responses of
     * changes have it.
     */
    billedAt: z.object({ locationId: id, name: z.string(), followsHome: z.boolean() }).optional(),
  })
  .meta({ id: 'ContactMembership' });
export type ContactMembership = z.output<typeof contactMembership>;

export const contactMembershipQuery = z.object({
  ...pageQuery,
});
export type ContactMembershipQuery = z.output<typeof contactMembershipQuery>;

export const contactMembershipPage = z
  .object({
    memberships: z.array(contactMembership),
    pagination,
    /** The contact's card, which pays the renewals by card. Null without one, or until Stripe was asked about it. */
    savedCard: savedCard.nullish(),
    /** True when a card can be charged without the payer present. */
    hasSavedCard: z.boolean().optional(),
  })
  .meta({ id: 'ContactMembershipPage' });
export type ContactMembershipPage = z.output<typeof contactMembershipPage>;
