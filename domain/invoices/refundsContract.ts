import { z } from 'zod';
import { cartLinesMax, invoiceTotalMaxCents, quantityMax, quantityMin } from '#domain/shared/limits.ts';
import { fromCents } from '#domain/shared/money.ts';
import { refundDestinations } from './paymentMethods.ts';
import { refundedMemberships } from './refunds.ts';
import { dollars, requiredText, wholeNumber } from '#domain/shared/fields.ts';
import { invoice, refund } from './contract.ts';

const position = wholeNumber(0, Infinity, 'A line is named by its position from 0');
const onlyOnce = (positions: readonly number[]) => new Set(positions).size === positions.length;
const twice = 'Each line may be named once';

/** Refunds an amount, or quantities of some lines; without either, everything that is left. */
export const refundBody = z
  .strictObject({
    amount: dollars('Amount must be more than 0', fromCents(invoiceTotalMaxCents))
      .refine((value) => value > 0, 'Amount must be more than 0')
      .optional(),
    lines: z
      .array(
        z.strictObject({ position, quantity: wholeNumber(quantityMin, quantityMax, 'Quantity must be at least 1') }),
      )
      .min(1, 'Choose at least one line')
      .max(cartLinesMax, `At most ${cartLinesMax} lines`)
      .refine((lines) => onlyOnce(lines.map((line) => line.position)), twice)
      .optional(),
    destination: z.enum(refundDestinations, 'Choose where the money goes'),
    reason: requiredText('Reason is required', 500),
    /** Positions of the lines that go back into stock, as far as they are refunded. */
    restock: z.array(position).max(cartLinesMax, `At most ${cartLinesMax} lines`).refine(onlyOnce, twice).optional(),
    /** The membership that was paid is kept by default. */
    membership: z.enum(refundedMemberships, 'Choose what happens to the membership').optional(),
  })
  .refine(({ amount, lines }) => amount === undefined || lines === undefined, {
    path: ['lines'],
    message: 'Refund an amount or lines, not both',
  })
  .meta({ id: 'RefundBody' });
export type RefundBody = z.output<typeof refundBody>;

export const refundResponse = z.object({ invoice, refund }).meta({ id: 'RefundResponse' });
export type RefundResponse = z.output<typeof refundResponse>;
