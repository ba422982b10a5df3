import { z } from 'zod';
import { timestamp } from '#domain/shared/contract.ts';
import { optionalEmail } from '#domain/shared/fields.ts';

/** The default is the customer's address on the invoice. */
export const receiptBody = z
  .strictObject({ email: optionalEmail('Enter a valid email address') })
  .nullish()
  .meta({ id: 'ReceiptBody' });
export type ReceiptBody = z.output<typeof receiptBody>;

export const receiptResponse = z.object({ message: z.string(), email: z.string() }).meta({ id: 'ReceiptResponse' });
export type ReceiptResponse = z.output<typeof receiptResponse>;

/** The delivery status of the last requested receipt. */
export const askedReceipt = z
  .object({
    email: z.string(),
    state: z.enum(['waiting', 'sent', 'failed']),
    at: timestamp,
    reason: z.string().nullable(),
  })
  .meta({ id: 'AskedReceipt' });
export type AskedReceipt = z.output<typeof askedReceipt>;
