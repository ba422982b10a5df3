import { z } from 'zod';
import { importRenewals, importStatuses } from './words.ts';
import { importMaxRows, visitLimitMax, visitLimitMin } from '#domain/shared/limits.ts';
import { visitLimitBounds } from '#domain/memberships/membershipPlan.ts';
import { id, money } from '#domain/shared/contract.ts';
import { contactCreateBody } from '#domain/contacts/contract.ts';
import { dollars, optionalPlanDate, requiredId, requiredText } from '#domain/shared/fields.ts';

/** An existing membership, as an import file describes it. The plan is found by its name. */
const importedMembership = z
  .object({
    plan: requiredText('Membership plan is required'),
    startDate: optionalPlanDate('Start date is invalid'),
    /** The last day, after which it does not renew. */
    endDate: optionalPlanDate('End date is invalid'),
    /** The day after the last paid one. */
    nextBillDate: optionalPlanDate('Next bill date is invalid'),
    /** Without tax. The default is the plan's price. */
    price: dollars('Price must be an amount of at least 0').optional(),
    /** `card` when absent and there is a Stripe customer, else `manual`. */
    renewal: z.enum(importRenewals, 'Renewal must be card, manual or none').optional(),
    /** For a visit pack. The default is all of them. */
    visitsLeft: z
      .int(visitLimitBounds)
      .min(visitLimitMin, visitLimitBounds)
      .max(visitLimitMax, visitLimitBounds)
      .optional(),
    status: z.enum(importStatuses, 'Status must be active, pending, suspended or expired').optional(),
  })
  .meta({ id: 'ImportedMembership' });
export type ImportedMembership = z.output<typeof importedMembership>;

/** One person in an import file. Validated by the same rules and messages as the form. */
export const importedContactFields = contactCreateBody
  .omit({ homeLocationId: true, externalId: true })
  .extend({
    membership: importedMembership.optional(),
    /** Becomes an open invoice of one line. */
    balance: dollars('Balance owed must be an amount of at least 0').optional(),
    /** A customer in the company's own Stripe account, with the card that was saved there. */
    stripeCustomerId: z
      .string()
      .trim()
      .regex(/^cus_[A-Za-z0-9]{1,60}$/, 'Stripe customer ID must look like cus_ABC123')
      .optional(),
  })
  .meta({ id: 'ImportedContact' });
export type ImportedContact = z.output<typeof importedContactFields>;

const asMany = <T extends z.ZodType>(contact: T) =>
  z
    .array(contact)
    .min(1, 'At least one contact is needed')
    .max(importMaxRows, `At most ${importMaxRows.toLocaleString('en-US')} contacts can be imported at once`);

/** A whole file in one request: all rows are saved or none. `dryRun` validates without saving. */
export const contactImportBody = z
  .object({
    locationId: requiredId('Location is required'),
    contacts: asMany(importedContactFields),
    dryRun: z.boolean().optional(),
  })
  .meta({ id: 'ContactImport' });
export type ContactImportBody = z.output<typeof contactImportBody>;

/** The same body before its contacts are validated. The server validates them in batches. */
export const contactImportUnread = contactImportBody.extend({ contacts: asMany(z.unknown()) });

/** A contact that is skipped because its email is in use, by an existing contact or (null) by an earlier row. */
const importDuplicate = z
  .object({
    /** Zero-based index in the request. */
    index: z.int(),
    contact: z.object({ id, firstName: z.string(), lastName: z.string() }).nullable(),
  })
  .meta({ id: 'ImportDuplicate' });
export type ImportDuplicate = z.output<typeof importDuplicate>;

/** `existing` and `repeated` rows are skipped. An `invalid` one keeps the file from being imported. */
const importedRow = z
  .object({
    index: z.int(),
    becomes: z.enum(['contact', ...importStatuses, 'existing', 'repeated', 'invalid']),
    membership: z
      .object({
        plan: z.string(),
        startDate: z.iso.date(),
        endDate: z.iso.date().nullable(),
        price: money,
        /** How it renews once renewals are activated; by card only if a card or a Stripe customer is saved by then. */
        renewal: z.enum(['card', 'manual']).nullable(),
      })
      .nullable(),
    balance: money,
    /** By field, as in a response of 400. */
    errors: z.record(z.string(), z.string()).nullable(),
  })
  .meta({ id: 'ImportedRow' });
export type ImportedRow = z.output<typeof importedRow>;

const importSummary = z
  .object({
    memberships: z.object({ active: z.int(), pending: z.int(), suspended: z.int(), expired: z.int() }),
    renewalsOnHold: z.int(),
    invoices: z.int(),
    balance: money,
    stripeCustomers: z.int(),
    /** Every invalid row of a dry run, and the first rows of any kind. */
    rows: z.array(importedRow),
  })
  .meta({ id: 'ImportSummary' });
export type ImportSummary = z.output<typeof importSummary>;

export const contactImportResponse = z
  .object({
    message: z.string(),
    /** Number of contacts saved, or that would be saved. */
    imported: z.int(),
    duplicates: z.array(importDuplicate),
    /** Present when a row has a membership, a balance or a Stripe customer. */
    summary: importSummary.optional(),
  })
  .meta({ id: 'ContactImportResponse' });
export type ContactImportResponse = z.output<typeof contactImportResponse>;
