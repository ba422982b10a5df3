import { z } from 'zod';
import { reasonCodes } from './reasons.ts';
import { id, listQuery, pagination, queryId, queryNumber, queryOptional, timestamp } from '#domain/shared/contract.ts';
import { requiredId, requiredText } from '#domain/shared/fields.ts';
import { missedMsMax } from '#domain/shared/limits.ts';
import { readCode } from '#domain/contacts/memberCode.ts';

const checkin = z
  .object({
    id,
    checkinTime: timestamp,
    accessGranted: z.boolean(),
    reason: z.string().nullable(),
    contactId: id,
    locationId: id,
    doorId: z.string(),
  })
  .meta({ id: 'Checkin' });
export type Checkin = z.output<typeof checkin>;

const checkinContact = z
  .object({
    id,
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    thumbnailUrl: z.string().nullable(),
    previewUrl: z.string().nullable(),
    originalUrl: z.string().nullable(),
  })
  .meta({ id: 'CheckinContact' });

const checkinListItem = z.object({ checkin, contact: checkinContact }).meta({ id: 'CheckinListItem' });
export type CheckinListItem = z.output<typeof checkinListItem>;

export const checkinPage = z.object({ checkins: z.array(checkinListItem), pagination }).meta({ id: 'CheckinPage' });
export type CheckinPage = z.output<typeof checkinPage>;

const checkinSortColumns = ['contactFirstName', 'checkinTime', 'accessGranted'] as const;
const accessResults = ['granted', 'denied'] as const;

export const checkinListQuery = z.strictObject({
  ...listQuery(z.enum(checkinSortColumns).default('checkinTime'), 'desc'),
  accessGranted: queryOptional(z.enum(accessResults)),
  contactId: queryId,
});
export type CheckinListQuery = z.output<typeof checkinListQuery>;

export const passageTypes = ['entry', 'exit'] as const;
export type PassageType = (typeof passageTypes)[number];
/** An exit is always granted, and no visit. */
export const passageType = z.enum(passageTypes, 'Type must be entry or exit').default('entry');

/** Anything may be held up to a reader. What is no code is treated as one that nobody has. */
export const scannedCode = () =>
  z
    .string('Code is required')
    .min(1, 'Code is required')
    .transform((text) => readCode(text) ?? 'none');

/** Beside what was granted: something that the desk should know. */
const warning = z.object({ reasonCode: z.enum(reasonCodes), message: z.string() });

export const checkinBody = z
  .object({
    contactId: requiredId('Contact is required').optional(),
    /** The contact's card, in place of `contactId`. */
    code: scannedCode().optional(),
    /** A kiosk may send first and last name with the last digits of the phone, in place of a code. */
    name: requiredText('Name is required').optional(),
    phoneLast4: z
      .string('Enter the last four digits of the phone number')
      .regex(/^\d{4}$/, 'Enter the last four digits of the phone number')
      .optional(),
    /** Required, but for a device, which is at one. */
    locationId: requiredId('Location is required').optional(),
    /** The name of the door; of a door's device also its id. */
    doorId: requiredText('Door is required').optional(),
    type: passageType,
  })
  .superRefine(({ contactId, code, name, phoneLast4, type }, context) => {
    if (name !== undefined || phoneLast4 !== undefined) {
      if (name === undefined || phoneLast4 === undefined || contactId !== undefined || code !== undefined)
        context.addIssue({
          code: 'custom',
          path: ['name'],
          message: 'Send a name with the last four digits of the phone, and nothing else',
        });
      return;
    }
    if (type === 'exit' && contactId === undefined && code === undefined) return;
    if ((contactId === undefined) === (code === undefined))
      context.addIssue({
        code: 'custom',
        path: ['contactId'],
        message: code === undefined ? 'Contact is required' : 'Name either a contact or a code',
      });
  })
  .meta({ id: 'CheckinCreate' });
export type CheckinBody = z.input<typeof checkinBody>;

export const checkinResponse = z
  .object({
    checkin,
    /** The previous check-in, if it was so recent that by the company's settings this one belongs to the same visit. */
    sameVisit: z.object({ checkinTime: timestamp, locationName: z.string() }).optional(),
    warning: warning.optional(),
    /** Present when a visit pack let the person in. */
    visitsLeft: z.int().optional(),
  })
  .meta({ id: 'CheckinResponse' });
export type CheckinResponse = z.output<typeof checkinResponse>;

/** A denial (403) includes the recorded check-in. */
export const checkinDenied = z
  .object({
    message: z.string(),
    checkin,
    /** The last day of the freeze because of which it was denied; for an open one the latest possible day. */
    frozenUntil: z.iso.date().optional(),
    /** `until` is the last day. Null while the end is open. */
    block: z.object({ reason: z.string(), until: z.iso.date().nullable() }).optional(),
  })
  .meta({ id: 'CheckinDenied' });
export type CheckinDenied = z.output<typeof checkinDenied>;

export const checkinLiveQuery = z.object({
  locationId: requiredId('Location is required'),
  missedMs: queryNumber(0, missedMsMax, 0),
});

/** One server-sent event with new check-in ids. Empty when events may have been missed and the client must reload. */
const checkinEvent = z.object({ checkinIds: z.array(id) });
export type CheckinEvent = z.output<typeof checkinEvent>;

export const checkinSummaryQuery = z.object({ locationId: queryId, days: queryNumber(1, 31, 7) });
export type CheckinSummaryQuery = z.output<typeof checkinSummaryQuery>;

/** Check-ins per day in the location's time zone, oldest first, today last. Days without check-ins are included as zeros. */
export const checkinSummary = z
  .object({
    days: z.array(z.object({ date: z.iso.date(), granted: z.int(), denied: z.int() })),
  })
  .meta({ id: 'CheckinSummary' });
export type CheckinSummary = z.output<typeof checkinSummary>;
