import { z } from 'zod';
import { membershipStatuses } from '#domain/contact-memberships/membershipStatus.ts';
import { id, money, timestamp } from '#domain/shared/contract.ts';
import { requiredId } from '#domain/shared/fields.ts';

/** A contact's status at one location, shown before check-in. */
export const memberSummary = z
  .object({
    /** The primary membership at that location, or null. */
    membership: z
      .object({
        name: z.string(),
        status: z.enum(membershipStatuses),
        isValidHere: z.boolean(),
        startDate: z.iso.date(),
        endDate: z.iso.date().nullable(),
        contractEndDate: z.iso.date().nullable(),
        accessEnabled: z.boolean(),
        autoRenew: z.boolean(),
        /** For visit packs. Null means no limit. */
        visitsLeft: z.int().nullable(),
        /** The last day of a canceled membership. */
        cancelsOn: z.iso.date().nullable(),
        /** The last day of grace after the paid period; null while no renewal failed. */
        graceUntil: z.iso.date().nullable(),
        /** The last day of today's freeze; for an open one the latest possible day. */
        frozenUntil: z.iso.date().nullable(),
        /** An open freeze, in progress or planned, leaves the end of the paid days open. */
        hasOpenFreeze: z.boolean(),
      })
      .nullable(),
    /** Memberships besides that one that have not expired. */
    furtherMemberships: z.int(),
    /** The last granted check-in at any location of the company. */
    lastVisit: z.object({ checkinTime: timestamp, locationName: z.string() }).nullable(),
    /** Visits a week until the last one, and days since. Null unless they stay away much longer than usual. */
    drift: z.object({ perWeek: z.int(), days: z.int() }).nullable(),
    /** Minutes in which a second visit counts as the same one. */
    repeatMinutes: z.int(),
    /** Amount due on all invoices. Null when the level may not read invoices. */
    due: money.nullable(),
    /** True until the dispute of a card payment is won. Null when the level may not read invoices. */
    isDisputed: z.boolean().nullable(),
    warnOwed: z.boolean(),
    /** The payer of their household; null when they pay themselves. */
    paidBy: z.object({ id, firstName: z.string(), lastName: z.string() }).nullable(),
    /** The agreements that the plans ask for and nobody has signed; none unless check-in warns about them. */
    unsigned: z.array(z.string()),
    /** Null when empty, or when the level may not read contacts. */
    notes: z.string().nullable(),
  })
  .meta({ id: 'MemberSummary' });
export type MemberSummary = z.output<typeof memberSummary>;

export const memberSummaryQuery = z.object({ locationId: requiredId('Location is required') });

export const memberSummaryResponse = z.object({ summary: memberSummary }).meta({ id: 'MemberSummaryResponse' });
export type MemberSummaryResponse = z.output<typeof memberSummaryResponse>;
