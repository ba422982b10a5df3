import { z } from 'zod';
import { membershipStatuses } from '../rules/membershipStatus.ts';
import { money, timestamp } from './common.ts';
import { requiredId } from './fields.ts';

/** How a contact stands at one location, at a glance before the door opens. */
export const contactStanding = z.object({
  /** The membership that speaks for the contact there; null without any. */
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
    })
    .nullable(),
  /** The last time a door of the company let the contact in. */
  lastVisit: z.object({ checkinTime: timestamp, locationName: z.string() }).nullable(),
  /** What is left to pay of all invoices; null at a level that does not see invoices. */
  due: money.nullable(),
  /** Null without any, and at a level that does not see contacts. */
  notes: z.string().nullable(),
}).meta({ id: 'ContactStanding' });
export type ContactStanding = z.output<typeof contactStanding>;

export const contactStandingQuery = z.object({ locationId: requiredId('Location is required') });

export const contactStandingAnswer = z.object({ standing: contactStanding }).meta({ id: 'ContactStandingResponse' });
export type ContactStandingAnswer = z.output<typeof contactStandingAnswer>;
