import { z } from 'zod';
import { addDays, addMonths, todayIn } from './dates.ts';
import {
  emailMaxLength,
  externalIdMaxLength,
  invoiceTotalMaxCents,
  lineMaxLength,
  nameMaxLength,
  notesMaxLength,
  planYearsAhead,
  priceMax,
} from './limits.ts';
import { fromCents } from './money.ts';
import { trimUnseen } from './trimUnseen.ts';
import { moment, queryOptional } from './contract.ts';

/** PostgreSQL text cannot store NUL bytes. */
const withoutNul = (text: string) => !text.includes('\0');
export const nulMessage = 'Must not contain NUL bytes';
const tooLong = (max: number) => `Must be at most ${max} characters`;

const boundedText = (max: number, message = 'Must be text') =>
  z.string(message).overwrite(trimUnseen).max(max, tooLong(max)).refine(withoutNul, nulMessage);

/** Required text. `message` is used for missing, null, blank and non-string values. */
export const requiredText = (message: string, max = nameMaxLength) =>
  z
    .string(message)
    .overwrite(trimUnseen)
    .min(1, { error: message, abort: true })
    .max(max, tooLong(max))
    .refine(withoutNul, nulMessage);

/** For a create: untouched (undefined) and cleared (null or blank) are both omitted. */
export const optionalText = (max = lineMaxLength) =>
  boundedText(max)
    .nullable()
    .transform((text) => text || undefined)
    .optional();

/** For an update: undefined leaves the field unchanged, null or blank clears it. */
export const nullableText = (max = lineMaxLength) =>
  boundedText(max)
    .nullable()
    .transform((text) => text || null)
    .optional();

/** The id that another system has for the record. */
export const optionalExternalId = () => optionalText(externalIdMaxLength);
export const nullableExternalId = () => nullableText(externalIdMaxLength);

export const optionalNotes = () => optionalText(notesMaxLength);
export const nullableNotes = () => nullableText(notesMaxLength);

/** A phone number, normalized on both sides. Empty is sent as an empty string. */
export const phoneText = (normalize: (typed: string) => string) =>
  boundedText(lineMaxLength)
    .nullable()
    .transform((text) => normalize(text ?? ''))
    .optional();

/** A required email address, with one message for missing and one for invalid. */
export const requiredEmail = (missing: string, invalid: string) =>
  requiredText(missing, emailMaxLength).regex(z.regexes.email, invalid);

const emailOrEmpty = (invalid: string) =>
  boundedText(emailMaxLength)
    .refine((text) => text === '' || z.regexes.email.test(text), invalid)
    .nullable();

export const optionalEmail = (invalid: string) =>
  emailOrEmpty(invalid)
    .transform((text) => text || undefined)
    .optional();
export const nullableEmail = (invalid: string) =>
  emailOrEmpty(invalid)
    .transform((text) => text || null)
    .optional();

const earliestDate = '1900-01-01';
const latestDate = '2199-12-31';
const tooEarly = 'Must not be before 1900';
const tooLate = 'Must be before 2200';

/** A calendar date, `YYYY-MM-DD`, from 1900 to 2199. `message` is used for whatever is no date. */
export const calendarDate = (message: string) =>
  z.iso
    .date({ error: message, abort: true })
    .refine((date) => date >= earliestDate, tooEarly)
    .refine((date) => date <= latestDate, tooLate)
    .meta({ description: `From ${earliestDate} to ${latestDate}` });

/** A calendar date of a plan: when it starts, is frozen, renews or ends. The limit is that of the easternmost clock. */
export const planDate = (message: string) =>
  calendarDate(message)
    .refine(
      (date) => date > latestDate || date <= addDays(addMonths(todayIn('UTC', new Date()), planYearsAhead * 12), 1),
      `Must be at most ${planYearsAhead} years from today`,
    )
    .meta({ description: `From ${earliestDate} to ${planYearsAhead} years from today` });

/** A calendar date of the past, such as a birthday. The limit is that of the easternmost clock. */
const pastDate = (message: string) =>
  calendarDate(message)
    .refine((date) => date > latestDate || date <= addDays(todayIn('UTC', new Date()), 1), 'Must not be in the future')
    .meta({ description: `From ${earliestDate} to today` });

const dateOrEmpty = (date: z.ZodType<string>, message: string) => z.union([z.literal(''), date], message).nullable();
export const optionalDate = (message: string) =>
  dateOrEmpty(calendarDate(message), message)
    .transform((day) => day || undefined)
    .optional();
export const optionalPastDate = (message: string) =>
  dateOrEmpty(pastDate(message), message)
    .transform((day) => day || undefined)
    .optional();
export const optionalPlanDate = (message: string) =>
  dateOrEmpty(planDate(message), message)
    .transform((day) => day || undefined)
    .optional();
export const nullablePastDate = (message: string) =>
  dateOrEmpty(pastDate(message), message)
    .transform((day) => day || null)
    .optional();

export const queryDay = queryOptional(calendarDate('Enter a date as YYYY-MM-DD'));

export const requiredId = (message: string) => z.uuid(message);
const idOrEmpty = z.union([z.literal(''), z.uuid()], 'Must be an id').nullable();
export const optionalId = () => idOrEmpty.transform((id) => id || undefined).optional();
export const nullableId = () => idOrEmpty.transform((id) => id || null).optional();

export const atMostTwoDecimals = (amount: number) => Number(amount.toFixed(2)) === amount;

/**
 * A non-negative amount in dollars. `message` is used where it is missing, negative or of another type, `unclear` where a form's
 * text is not a number: it arrives as NaN, which JSON does not have.
 */
export const dollars = (message: string, max = priceMax, unclear = message) =>
  z
    .number({ error: ({ input }) => (Number.isNaN(input) ? unclear : message) })
    .min(0, { error: message, abort: true })
    .max(max, `Must be at most ${max.toLocaleString('en-US')}`)
    .refine(atMostTwoDecimals, 'Must have at most two decimals');

/** The total shown to the buyer. When absent, the total is not compared. */
export const expectedTotal = () =>
  dollars('Expected total must be an amount', fromCents(invoiceTotalMaxCents)).optional();

/** An integer within bounds; `message` is used for everything else. */
export const wholeNumber = (min: number, max: number, message: string) =>
  z
    .int(message)
    .min(min, message)
    .max(max, max === Infinity ? message : `Must be at most ${max.toLocaleString('en-US')}`);

/** Optimistic lock: the `updatedAt` that the client read. A stale one is a 409. */
export const expectedUpdatedAt = moment('Must be the updatedAt that was read').optional();

/** The fields that a body accepts and ignores, so that a record can be sent back as it was read. */
export const readOnlyFields = z.registry<{ names: readonly string[] }>();

/** For `readOnlyFields`: the fields of these records, except those that the body names itself and writes. */
export const listFields = (...records: readonly z.ZodObject[]) => ({
  names: records.flatMap(({ shape }) => Object.keys(shape)),
});
