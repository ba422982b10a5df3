import { z } from 'zod';
import { emailMaxLength, invoiceTotalMaxCents, lineMaxLength, nameMaxLength, notesMaxLength, priceMax } from '../rules/limits.ts';
import { fromCents } from '../rules/money.ts';

/** PostgreSQL text cannot hold a NUL byte, so none gets past the contract. */
const withoutNul = (text: string) => !text.includes('\0');
const nulMessage = 'Must not contain NUL bytes';
const tooLong = (max: number) => `Must be at most ${max} characters`;

const boundedText = (max: number, message = 'Must be text') =>
  z.string(message).trim().max(max, tooLong(max)).refine(withoutNul, nulMessage);

/** Text that must not be empty; `message` answers absent, null, blank and a value that is no text. */
export const requiredText = (message: string, max = nameMaxLength) =>
  z.string(message).trim().min(1, { error: message, abort: true }).max(max, tooLong(max)).refine(withoutNul, nulMessage);

/** For creating: an untouched input is undefined, a cleared one null or blank; all are left out. */
export const optionalText = (max = lineMaxLength) =>
  boundedText(max).nullable().transform((text) => text || undefined).optional();

/** For changing: absent stays as it is, null or blank empties the field. */
export const nullableText = (max = lineMaxLength) =>
  boundedText(max).nullable().transform((text) => text || null).optional();

export const optionalNotes = () => optionalText(notesMaxLength);
export const nullableNotes = () => nullableText(notesMaxLength);

/** A phone number, normalised before it is sent and again where it arrives; an empty one travels as empty text. */
export const phoneText = (normalise: (typed: string) => string) =>
  boundedText(lineMaxLength).nullable().transform((text) => normalise(text ?? '')).optional();

/** An address that must be given: one message when it is missing, another when it is none. */
export const requiredEmail = (missing: string, invalid: string) =>
  requiredText(missing, emailMaxLength).regex(z.regexes.email, invalid);

const emailOrEmpty = (invalid: string) =>
  boundedText(emailMaxLength).refine((text) => text === '' || z.regexes.email.test(text), invalid).nullable();

export const optionalEmail = (invalid: string) => emailOrEmpty(invalid).transform((text) => text || undefined).optional();
export const emptiableEmail = (invalid: string) => emailOrEmpty(invalid).transform((text) => text || null).optional();

const earliestDate = '1900-01-01';
const latestDate = '2199-12-31';

/** A day of the calendar, `YYYY-MM-DD`, within the years a gym can mean. */
export const calendarDate = (message: string) =>
  z.iso.date(message).refine((date) => date >= earliestDate && date <= latestDate, message);

const dateOrEmpty = (message: string) => z.union([z.literal(''), calendarDate(message)], message).nullable();
export const optionalDate = (message: string) => dateOrEmpty(message).transform((date) => date || undefined).optional();
export const emptiableDate = (message: string) => dateOrEmpty(message).transform((date) => date || null).optional();

/** A reference to another record. */
export const requiredId = (message: string) => z.uuid(message);
const idOrEmpty = z.union([z.literal(''), z.uuid()], 'Must be an id').nullable();
export const optionalId = () => idOrEmpty.transform((id) => id || undefined).optional();
export const emptiableId = () => idOrEmpty.transform((id) => id || null).optional();

const atMostTwoDecimals = (amount: number) => Number(amount.toFixed(2)) === amount;

/** Dollars and cents as a number from zero up; every wrong value but a third decimal or too much gets `message`. */
export const dollars = (message: string, max = priceMax) =>
  z
    .number(message)
    .min(0, { error: message, abort: true })
    .max(max, `Must be at most ${max.toLocaleString('en-US')}`)
    .refine(atMostTwoDecimals, 'Must have at most two decimals');

/** The total that the buyer was shown; absent, the sale is made at whatever it comes to. */
export const expectedTotal = () => dollars('Expected total must be an amount', fromCents(invoiceTotalMaxCents)).optional();

/** A whole number within bounds; `message` answers everything else. */
export const wholeNumber = (min: number, max: number, message: string) =>
  z.int(message).min(min, message).max(max, max === Infinity ? message : `Must be at most ${max.toLocaleString('en-US')}`);

/** A number that an input may leave empty: for creating it is left out, for changing it is emptied. */
export const optionalNumber = (number: z.ZodNumber) => number.nullable().transform((value) => value ?? undefined).optional();
export const nullableNumber = (number: z.ZodNumber) => number.nullish();

/** What a PUT may carry of the record it read, so that a stale one can be told (409). */
export const expectedUpdatedAt = z.iso.datetime({ offset: true }).optional();
