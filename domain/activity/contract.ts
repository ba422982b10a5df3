import { z } from 'zod';
import { id, pageQuery, pagination, queryId, queryIds, queryOptional, timestamp } from '#domain/shared/contract.ts';
import { queryDay } from '#domain/shared/fields.ts';

export const actorTypes = ['user', 'job', 'stripe', 'operator', 'device', 'api_key'] as const;
export type ActorType = (typeof actorTypes)[number];

/** The kinds of record that the log knows: the slug of each in the singular. */
export const recordTypes = [
  'contact',
  'contact-membership',
  'household',
  'membership',
  'sales-item',
  'agreement',
  'invoice',
  'drawer',
  'reconciliation',
  'location',
  'company',
  'user',
  'checkin',
  'door',
  'device',
  'webhook-endpoint',
  'api-key',
] as const;
export type RecordType = (typeof recordTypes)[number];

/** Null means no value. A field whose values are never shown, such as a password, has null for both. */
const changeValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]);

/** One field before and after a change. A field with the same value before and after names the part of the record that changed. */
const activityChange = z
  .object({ field: z.string(), before: changeValue, after: changeValue })
  .meta({ id: 'ActivityChange' });
export type ActivityChange = z.output<typeof activityChange>;

const activityEntry = z
  .object({
    id,
    at: timestamp,
    actor: z.object({ type: z.enum(actorTypes), id: id.nullable(), name: z.string() }),
    action: z.string(),
    record: z.object({ type: z.enum(recordTypes), id, label: z.string() }),
    locationId: id.nullable(),
    changes: z.array(activityChange),
    requestId: z.string().nullable(),
  })
  .meta({ id: 'ActivityEntry' });
export type ActivityEntry = z.output<typeof activityEntry>;

export const activityPage = z.object({ entries: z.array(activityEntry), pagination }).meta({ id: 'ActivityPage' });
export type ActivityPage = z.output<typeof activityPage>;

/** Dates are inclusive, in the time zone of the first location. */
export const activityFilter = z.object({
  companyId: queryId,
  recordType: queryOptional(z.enum(recordTypes)),
  recordId: queryId,
  userId: queryId,
  from: queryDay,
  to: queryDay,
});
export type ActivityFilter = z.output<typeof activityFilter>;

export const activityQuery = activityFilter.extend({
  ids: queryIds,
  ...pageQuery,
});

export const activityPeopleQuery = z.object({ companyId: queryId });

/** Everyone with an entry in the log, including people who have left since, and API keys. */
export const activityPeople = z
  .object({ people: z.array(z.object({ id, name: z.string() })) })
  .meta({ id: 'ActivityPeople' });
export type ActivityPeople = z.output<typeof activityPeople>;
