import { z } from 'zod';
import { id, listQuery, pagination, queryId, queryNumber, queryOptional, timestamp } from './common.ts';
import { requiredId, requiredText } from './fields.ts';

export const checkin = z.object({
  id,
  checkinTime: timestamp,
  accessGranted: z.boolean(),
  reason: z.string().nullable(),
  contactId: id,
  locationId: id,
  doorId: z.string(),
});
export type Checkin = z.output<typeof checkin>;

export const checkinContact = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  thumbnailUrl: z.string().nullable(),
  previewUrl: z.string().nullable(),
  originalUrl: z.string().nullable(),
});
export type CheckinContact = z.output<typeof checkinContact>;

export const checkinListItem = z.object({ checkin, contact: checkinContact });
export type CheckinListItem = z.output<typeof checkinListItem>;

export const checkinPage = z.object({ checkins: z.array(checkinListItem), pagination });
export type CheckinPage = z.output<typeof checkinPage>;

export const checkinSortColumns = ['contactFirstName', 'checkinTime', 'accessGranted'] as const;
export type CheckinSortColumn = (typeof checkinSortColumns)[number];
export const accessResults = ['granted', 'denied'] as const;

export const checkinListQuery = z.strictObject({
  ...listQuery(z.enum(checkinSortColumns).default('checkinTime'), 'desc'),
  accessGranted: queryOptional(z.enum(accessResults)),
  contactId: queryId,
});
export type CheckinListQuery = z.output<typeof checkinListQuery>;

export const checkinBody = z.object({
  contactId: requiredId('Contact is required'),
  locationId: requiredId('Location is required'),
  doorId: requiredText('Door is required'),
});
export type CheckinBody = z.output<typeof checkinBody>;

export const checkinAnswer = z.object({ checkin });
export type CheckinAnswer = z.output<typeof checkinAnswer>;

/** A denial (403) still carries the check-in that was recorded. */
export const checkinDenied = z.object({ message: z.string(), checkin });
export type CheckinDenied = z.output<typeof checkinDenied>;

export const checkinLiveQuery = z.object({ locationId: requiredId('Location is required') });

/** One server-sent event: the check-ins just made; none named means that some may have been missed. */
export const checkinNews = z.object({ checkinIds: z.array(id) });
export type CheckinNews = z.output<typeof checkinNews>;

export const checkinSummaryQuery = z.object({ locationId: queryId, days: queryNumber(1, 31, 7) });
export type CheckinSummaryQuery = z.output<typeof checkinSummaryQuery>;

/** Check-ins by the location's own days, oldest first, today last; a day without any is there with zeros. */
export const checkinSummary = z.object({
  days: z.array(z.object({ date: z.iso.date(), granted: z.int(), denied: z.int() })),
});
export type CheckinSummary = z.output<typeof checkinSummary>;
