import { z } from 'zod';
import { id, queryId, timestamp } from '#domain/shared/contract.ts';
import { expectedUpdatedAt, listFields, readOnlyFields, requiredId } from '#domain/shared/fields.ts';

/** By the clock of the location. When `to` is not after `from`, the hours end on the next day. */
const hoursOfWeek = {
  /** 1 is Monday. */
  weekdays: z.array(z.int()),
  from: z.string(),
  to: z.string(),
};

const accessHours = z
  .object({
    id,
    membershipId: id,
    membershipName: z.string(),
    ...hoursOfWeek,
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: 'AccessHours' });
export type AccessHoursRecord = z.output<typeof accessHours>;

export const accessHoursListQuery = z.strictObject({ locationId: queryId, membershipId: queryId });

/** For the plans that are sold at the location, by plan and beginning. */
export const accessHoursList = z.object({ accessHours: z.array(accessHours) }).meta({ id: 'AccessHoursList' });
export type AccessHoursList = z.output<typeof accessHoursList>;

const weekdayMessage = 'Choose at least one weekday, from 1 for Monday to 7 for Sunday';
const weekdays = z
  .array(z.int(weekdayMessage).min(1, weekdayMessage).max(7, weekdayMessage), weekdayMessage)
  .min(1, weekdayMessage)
  .max(7, weekdayMessage)
  .refine((days) => new Set(days).size === days.length, 'Name each weekday once')
  .transform((days) => days.toSorted((a, b) => a - b));
const time = z
  .string('Enter a time as HH:MM')
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time as HH:MM, from 00:00 to 23:59');

export const accessHoursCreateBody = z
  .object({ membershipId: requiredId('Membership is required'), weekdays, from: time, to: time })
  .meta({ id: 'AccessHoursCreate' });
export type AccessHoursCreateBody = z.output<typeof accessHoursCreateBody>;

export const accessHoursUpdateBody = z
  .object({
    weekdays: weekdays.optional(),
    from: time.optional(),
    to: time.optional(),
    updatedAt: expectedUpdatedAt,
  })
  .meta({ id: 'AccessHoursUpdate' })
  .register(readOnlyFields, listFields(accessHours));
export type AccessHoursUpdateBody = z.output<typeof accessHoursUpdateBody>;

export const accessHoursResponse = z
  .object({ accessHours, message: z.string().optional() })
  .meta({ id: 'AccessHoursResponse' });
export type AccessHoursResponse = z.output<typeof accessHoursResponse>;
