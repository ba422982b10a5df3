import { z } from 'zod';
import { reasonCodes } from '#domain/checkins/reasons.ts';
import { passageTypes } from '#domain/checkins/contract.ts';
import {
  id,
  pageQuery,
  pagination,
  queryFlag,
  queryId,
  queryIds,
  queryOptional,
  timestamp,
} from '#domain/shared/contract.ts';
import { nameMaxLength } from '#domain/shared/limits.ts';

/** The entry of a known contact is a check-in with the same id. */
const doorLogEntry = z
  .object({
    id,
    locationId: id,
    /** The door's name, as check-ins have it. */
    doorId: z.string(),
    /** Null for an exit at the desk. */
    device: z.object({ id, name: z.string() }).nullable(),
    /** Null for a code that nobody has. */
    contact: z.object({ id, firstName: z.string(), lastName: z.string() }).nullable(),
    type: z.enum(passageTypes),
    at: timestamp,
    /** The time by the device's clock, sent when that time cannot be right. */
    reportedAt: timestamp.nullable(),
    accessGranted: z.boolean(),
    /** Beside what was granted, a warning. */
    reasonCode: z.enum(reasonCodes).nullable(),
    /** Decided by the device, without the server. */
    isOffline: z.boolean(),
    /** Why the server would have refused what the device granted. */
    conflict: z.enum(reasonCodes).nullable(),
  })
  .meta({ id: 'DoorLogEntry' });
export type DoorLogEntry = z.output<typeof doorLogEntry>;

export const doorLogQuery = z.strictObject({
  ids: queryIds,
  locationId: queryId,
  /** The name of a door. */
  doorId: queryOptional(
    z
      .string()
      .max(nameMaxLength)
      .refine((text) => !text.includes('\0'), 'Must not contain NUL bytes'),
  ),
  contactId: queryId,
  conflicts: queryFlag,
  ...pageQuery,
});
export type DoorLogQuery = z.output<typeof doorLogQuery>;

/** The newest first. */
export const doorLogPage = z.object({ entries: z.array(doorLogEntry), pagination }).meta({ id: 'DoorLogPage' });
export type DoorLogPage = z.output<typeof doorLogPage>;
