import { z } from 'zod';
import { priceMax } from '#domain/shared/limits.ts';
import { feeTypes } from '#domain/invoices/totals.ts';
import { id, timestamp } from '#domain/shared/contract.ts';
import {
  expectedUpdatedAt,
  listFields,
  nullableNotes,
  optionalNotes,
  requiredText,
  readOnlyFields,
} from '#domain/shared/fields.ts';

const nameRequired = 'Fee name is required';
const amountRequired = 'Amount is required';
const amountWrong = 'Amount must be 0 or greater, with at most two decimals';

export const fee = z
  .object({
    id,
    name: z.string(),
    description: z.string().nullable(),
    type: z.enum(feeTypes),
    /** A decimal string: `"2.50"` is $2.50 when fixed, 2.5% when a percentage. */
    amount: z.string(),
    isActive: z.boolean(),
    updatedAt: timestamp,
  })
  .meta({ id: 'Fee' });
export type Fee = z.output<typeof fee>;

const amount = z
  .string(amountRequired)
  .trim()
  .min(1, { error: amountRequired, abort: true })
  .regex(/^\d{1,7}(\.\d{1,2})?$/, { error: amountWrong, abort: true })
  .refine((text) => Number(text) <= priceMax, `Amount must be at most ${priceMax.toLocaleString('en-US')}`)
  .transform((text) => Number(text).toFixed(2));

const type = z.enum(feeTypes, 'Type must be percentage or fixed');

export const feeCreateBody = z
  .object({
    name: requiredText(nameRequired),
    description: optionalNotes(),
    type: type.default('percentage'),
    amount,
    isActive: z.boolean().default(true),
  })
  .meta({ id: 'FeeCreate' });
export type FeeCreateBody = z.output<typeof feeCreateBody>;

export const feeUpdateBody = z
  .object({
    name: requiredText(nameRequired).optional(),
    description: nullableNotes(),
    type: type.optional(),
    amount: amount.optional(),
    isActive: z.boolean().optional(),
    updatedAt: expectedUpdatedAt,
  })
  .meta({ id: 'FeeUpdate' })
  .register(readOnlyFields, listFields(fee));
export type FeeUpdateBody = z.output<typeof feeUpdateBody>;

/** The fee dialog. Converts the input's number to the decimal string of the API. */
export const feeForm = feeCreateBody.extend({
  amount: z.preprocess((value) => (typeof value === 'number' ? String(value) : value), amount),
});
export type FeeForm = z.output<typeof feeForm>;

export const feeParams = z.object({ id, feeId: id });
export const feeResponse = z.object({ fee, message: z.string() }).meta({ id: 'FeeResponse' });
export type FeeResponse = z.output<typeof feeResponse>;
