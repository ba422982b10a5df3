import { z } from 'zod';
import { contactMembership } from '#domain/contact-memberships/contract.ts';
import { id, listQuery, money, pagination, queryId, savedCard, timestamp } from '#domain/shared/contract.ts';
import { expectedUpdatedAt, nullableText, optionalText, requiredId, requiredText } from '#domain/shared/fields.ts';
import { relationMaxLength } from '#domain/shared/limits.ts';

const householdPerson = z.object({ id, firstName: z.string(), lastName: z.string() }).meta({ id: 'HouseholdPerson' });

/** A row of the list. */
const householdSummary = z
  .object({
    id,
    companyId: id,
    name: z.string(),
    payer: householdPerson,
    /** The payer included. */
    memberCount: z.int(),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'HouseholdSummary' });
export type HouseholdSummary = z.output<typeof householdSummary>;

const householdMember = z
  .object({
    /** The contact's id. */
    id,
    firstName: z.string(),
    lastName: z.string(),
    relation: z.string().nullable(),
    isPayer: z.boolean(),
    /** Lets the member speak for the household at the desk. The payer always may. */
    mayAct: z.boolean(),
    hasSavedCard: z.boolean(),
    joinedAt: timestamp,
    /** Expired ones are left out. */
    memberships: z.array(contactMembership),
  })
  .meta({ id: 'HouseholdMember' });
export type HouseholdMember = z.output<typeof householdMember>;

/** An unpaid invoice of the payer, at a location in the caller's scope. */
const owedInvoice = z
  .object({ id, number: z.string().nullable(), description: z.string().nullable(), due: money })
  .meta({ id: 'OwedInvoice' });

const household = householdSummary
  .extend({
    /** The payer first. */
    members: z.array(householdMember),
    /** Renewals are charged to it. Null without one, or while its details are unknown. */
    savedCard: savedCard.nullable(),
    owed: money,
    owedInvoices: z.array(owedInvoice),
    mayChange: z.boolean(),
  })
  .meta({ id: 'Household' });
export type Household = z.output<typeof household>;

export const householdPage = z
  .object({ households: z.array(householdSummary), pagination })
  .meta({ id: 'HouseholdPage' });
export type HouseholdPage = z.output<typeof householdPage>;

/** `contactId` finds the household of that contact. `locationId` is the home of its payer. */
export const householdListQuery = z.strictObject({
  ...listQuery(z.enum(['name', 'createdAt']).default('createdAt'), 'desc'),
  contactId: queryId,
});
export type HouseholdListQuery = z.output<typeof householdListQuery>;

export const householdResponse = z
  .object({ household, message: z.string().optional() })
  .meta({ id: 'HouseholdResponse' });
export type HouseholdResponse = z.output<typeof householdResponse>;

const name = requiredText('Name is required');
const relation = { optional: optionalText(relationMaxLength), nullable: nullableText(relationMaxLength) };

export const householdCreateBody = z
  .object({ name, payerId: requiredId('Choose who pays') })
  .meta({ id: 'HouseholdCreate' });
export type HouseholdCreateBody = z.output<typeof householdCreateBody>;

/** A new payer is one of the members. */
export const householdUpdateBody = z
  .object({
    name: name.optional(),
    payerId: requiredId('Choose who pays').optional(),
    updatedAt: expectedUpdatedAt,
  })
  .meta({ id: 'HouseholdUpdate' });
export type HouseholdUpdateBody = z.output<typeof householdUpdateBody>;

export const householdMemberCreateBody = z
  .object({
    contactId: requiredId('Choose a contact'),
    relation: relation.optional,
    mayAct: z.boolean('May act must be yes or no').default(false),
  })
  .meta({ id: 'HouseholdMemberCreate' });
export type HouseholdMemberCreateBody = z.output<typeof householdMemberCreateBody>;

export const householdMemberUpdateBody = z
  .object({ relation: relation.nullable, mayAct: z.boolean('May act must be yes or no').optional() })
  .meta({ id: 'HouseholdMemberUpdate' });
export type HouseholdMemberUpdateBody = z.output<typeof householdMemberUpdateBody>;

export const householdMemberParams = z.object({ id, contactId: id });

/** The memberships of a member who is removed renew at the member's own cost, or end with their paid days. */
const removalChoices = ['renew', 'end'] as const;
export type RemovalChoice = (typeof removalChoices)[number];

export const householdRemovalQuery = z.object({ memberships: z.enum(removalChoices).default('renew') });

const leavingMembership = z
  .object({
    id,
    name: z.string(),
    /** The last paid day. Null without an end. */
    paidThrough: z.iso.date().nullable(),
    autoRenew: z.boolean(),
    /** How it renews after the removal. By card only with a saved card of the member's own. */
    renewsBy: contactMembership.shape.renewsBy,
    /** The unpaid invoice of the next period, which stays the payer's. */
    unpaid: z.object({ id, due: money }).nullable(),
  })
  .meta({ id: 'LeavingMembership' });
export type LeavingMembership = z.output<typeof leavingMembership>;

export const householdRemovalPreview = z
  .object({ hasSavedCard: z.boolean(), memberships: z.array(leavingMembership) })
  .meta({ id: 'HouseholdRemovalPreview' });
export type HouseholdRemovalPreview = z.output<typeof householdRemovalPreview>;
