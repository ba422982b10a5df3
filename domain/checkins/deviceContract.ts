import { z } from 'zod';
import { reasonCodes } from './reasons.ts';
import { id, timestamp } from '#domain/shared/contract.ts';
import { requiredText } from '#domain/shared/fields.ts';
import { passageType, scannedCode } from './contract.ts';

const answeredCheckin = z.object({
  id,
  accessGranted: z.boolean(),
  reason: z.string().nullable(),
  /** Beside what was granted, a warning. */
  reasonCode: z.enum(reasonCodes).nullable(),
});

/** The same shape for granted and denied. */
export const deviceCheckinResponse = z
  .object({
    checkin: answeredCheckin,
    /** Null for a code that nobody has. */
    firstName: z.string().nullable(),
    /** How long to release the lock. 0 when denied. */
    unlockMs: z.int(),
  })
  .meta({ id: 'DeviceCheckin' });
export type DeviceCheckin = z.output<typeof deviceCheckinResponse>;

/** How long a lock is released for an entry or an exit. */
export const unlockMs = 5_000;
const batchMax = 500;
/** A report from outside these bounds is recorded at the nearest time within them. */
export const reportDaysBack = 30;
export const reportMinutesAhead = 5;
const keyMaxLength = 100;

const key = requiredText('Key is required', keyMaxLength);

const reported = z.object({
  /** The device's own name for it, unlike any other. The same key is recorded once. */
  key,
  code: scannedCode().optional(),
  doorId: requiredText('Door is required').optional(),
  type: passageType,
  at: z.iso.datetime({ offset: true, error: 'Enter a time as ISO 8601' }),
  /** The device has acted on it already. */
  granted: z.boolean('Granted must be true or false'),
  reasonCode: z.enum(reasonCodes, 'Unknown reason code').nullish(),
});

export const deviceBatchBody = z
  .object({ checkins: z.array(reported).min(1, 'Send at least one').max(batchMax, `Send at most ${batchMax} at once`) })
  .meta({ id: 'DeviceCheckinsCreate' });
type DeviceBatchBody = z.output<typeof deviceBatchBody>;
export type ReportedCheckin = DeviceBatchBody['checkins'][number];

/** In the order of the request. `conflict` says why the server would have refused what the device granted. */
export const deviceBatchResponse = z
  .object({
    results: z.array(z.object({ key: z.string(), checkin: answeredCheckin, conflict: z.enum(reasonCodes).optional() })),
  })
  .meta({ id: 'DeviceCheckins' });
export type DeviceBatch = z.output<typeof deviceBatchResponse>;

/** The bytes of `list` are what `signature` signs: Ed25519, in base64. */
export const accessListResponse = z
  .object({ list: z.string(), signature: z.string(), keyId: id })
  .meta({ id: 'AccessListSigned' });

const hours = z.object({ weekdays: z.array(z.int()), from: z.string(), to: z.string() });

/** `list` is JSON. A code has one entry for each time that its holder may come in within the list's life. */
const accessList = z.object({
  v: z.literal(1),
  locationId: id,
  /** The hours are in this zone. */
  timezone: z.string(),
  issuedAt: timestamp,
  expiresAt: timestamp,
  /** Refuse whoever came in within these minutes and has not gone out; null: do not. */
  reentryMinutes: z.int().nullable(),
  entries: z.array(
    z.object({
      /** HMAC-SHA-256 of the code with the list key, its first 16 bytes in base64url. */
      code: z.string(),
      /** Absent: from now on. */
      from: timestamp.optional(),
      until: timestamp,
      /** Absent: at any time. By the wall clock; until the next day when `to` is not after `from`. */
      hours: z.array(hours).optional(),
      /** A pack or a daily limit: ask the server while it answers. */
      online: z.literal(true).optional(),
    }),
  ),
});
export type AccessList = z.output<typeof accessList>;
