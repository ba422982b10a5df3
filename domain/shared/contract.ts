import { z } from 'zod';
import { defaultPageSize, externalIdMaxLength, listIdsMax, maxPage, maxPageSize, searchMaxLength } from './limits.ts';
import { trimUnseen } from './trimUnseen.ts';

export const id = z.uuid();
export const idParams = z.object({ id });
export const timestamp = z.iso.datetime();

/** A time of a request that the database reads as it was sent: from 1900 to 2199, with an offset that it knows. */
export const moment = (message: string) =>
  z.iso
    .datetime({ error: message, offset: true, abort: true })
    .refine((time) => time >= '1900', 'Must not be before 1900')
    .refine((time) => time < '2200', 'Must be before 2200')
    .refine((time) => !/[+-](?:1[5-9]|2\d):\d\d$/.test(time), 'Must be at most 14 hours from UTC');
export const money = z.number();

export const messageResponse = z.object({ message: z.string() }).meta({ id: 'Message' });
export type MessageResponse = z.output<typeof messageResponse>;

/** The shape of every error. `errors` maps field names to messages. */
export const errorResponse = z
  .object({ message: z.string(), errors: z.record(z.string(), z.string()).optional() })
  .meta({ id: 'Problem' });

/** A 403 response. `secondFactor` is set when the person must turn on a second factor before anything else. */
export const forbiddenResponse = errorResponse
  .extend({ secondFactor: z.literal('required').optional() })
  .meta({ id: 'Forbidden' });

/** A 409 response to a sale. `total` is set when the total differs from `expectedTotal`. */
export const saleConflict = errorResponse.extend({ total: money.optional() }).meta({ id: 'SaleConflict' });

export const pagination = z
  .object({
    page: z.int(),
    limit: z.int(),
    total: z.int(),
    totalPages: z.int(),
    hasNext: z.boolean(),
    hasPrev: z.boolean(),
  })
  .meta({ id: 'Pagination' });
type Pagination = z.output<typeof pagination>;

export function toPagination({ page, limit }: { page: number; limit: number }, total: number): Pagination {
  const totalPages = Math.ceil(total / limit);
  return { page, limit, total, totalPages, hasNext: page < totalPages, hasPrev: page > 1 };
}

const sortOrders = ['asc', 'desc'] as const;
export type SortOrder = (typeof sortOrders)[number];

/** Empty query parameters (`search=`) count as absent. */
const emptyAsAbsent = (value: unknown) => (value === '' ? undefined : value);
const digitsAsNumber = (value: unknown) =>
  typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : emptyAsAbsent(value);

/** An integer query parameter. Digits only: '1e3', ' 5' and 'Infinity' are rejected. */
export const queryNumber = (min: number, max: number, fallback: number) => {
  const message = `Must be a whole number from ${min} to ${max}`;
  return z.preprocess(digitsAsNumber, z.int(message).min(min, message).max(max, message).default(fallback));
};

export const queryOptional = <T extends z.ZodType>(schema: T) =>
  z.preprocess(emptyAsAbsent, schema.optional()).optional();

const querySearch = queryOptional(
  z
    .string()
    .overwrite(trimUnseen)
    .max(searchMaxLength, `Search must be at most ${searchMaxLength} characters`)
    .refine((text) => !text.includes('\0'), 'Must not contain NUL bytes')
    .transform((text) => text || undefined),
);

export const queryId = queryOptional(z.uuid('Must be an id'));
/** Some ids, separated by commas: only these records, as far as they are within the list. */
export const queryIds = queryOptional(
  z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.uuid('Must be ids, separated by commas')).max(listIdsMax, `At most ${listIdsMax} ids`)),
);
export const queryFlag = queryOptional(z.enum(['true', 'false']).transform((flag) => flag === 'true'));

/** Which page of a list. */
export const pageQuery = {
  page: queryNumber(1, maxPage, 1),
  limit: queryNumber(1, maxPageSize, defaultPageSize),
};

/** Query parameters of every list. `sortBy` is an enum of the sortable columns with a default. */
export const listQuery = <T extends z.ZodDefault<z.ZodEnum>>(sortBy: T, sortOrder: SortOrder) => ({
  ...pageQuery,
  ids: queryIds,
  search: querySearch,
  locationId: queryId,
  sortBy: z.preprocess(emptyAsAbsent, sortBy),
  sortOrder: z.preprocess(emptyAsAbsent, z.enum(sortOrders).default(sortOrder)),
});

/** `next` of a list: the moment of its last record, and its id. */
const syncPosition = /^(?<since>[^_]+)_(?<after>[0-9a-f-]{36})$/;
const syncMoment = moment('Must be a moment');
const isMoment = (text: string) => syncMoment.safeParse(text).success;

/** Query parameters of a list that a program may keep a copy of. */
export const syncQuery = {
  updatedSince: queryOptional(
    z
      .string()
      .max(100)
      .transform((text) => {
        const { since = text, after } = syncPosition.exec(text)?.groups ?? {};
        return { since, after };
      })
      .refine(
        ({ since, after }) => isMoment(since) && (after === undefined || z.uuid().safeParse(after).success),
        'Must be a moment, such as 2026-01-31T00:00:00Z, or what `next` was',
      ),
  ),
};
export const externalIdQuery = {
  externalId: queryOptional(
    z
      .string()
      .trim()
      .max(externalIdMaxLength, `At most ${externalIdMaxLength} characters`)
      .refine((text) => !text.includes('\0'), 'Must not contain NUL bytes'),
  ),
};

/** Sent when `updatedSince` is given: what was deleted meanwhile, and the `updatedSince` of the next call. */
export const syncFields = {
  deleted: z.array(z.object({ id, deletedAt: timestamp }).meta({ id: 'DeletedRecord' })).optional(),
  next: z.string().optional(),
};

/** A card that is charged off-session. `lastDay` is the last day on which it can be charged. */
export const savedCard = z
  .object({ brand: z.string(), lastDigits: z.string(), lastDay: z.iso.date() })
  .meta({ id: 'SavedCard' });
