import { z } from 'zod';
import { idempotencyKeyMaxLength } from '#domain/shared/limits.ts';
import { invoice } from './contract.ts';

export const saleOutcomeParams = z.object({ key: z.string().min(1).max(idempotencyKeyMaxLength) });

/**
 * The outcome of the sale with this idempotency key. completed: the invoice is paid. pending: the card payment is
 * open. refused: it was rejected or canceled. unknown: the server has no record of it.
 */
const saleStates = ['completed', 'pending', 'refused', 'unknown'] as const;

export const saleOutcome = z
  .object({
    state: z.enum(saleStates),
    /** Set once the sale is recorded. */
    invoice: invoice.nullable(),
    /** Tells why it was rejected. */
    message: z.string().nullable(),
  })
  .meta({ id: 'SaleOutcome' });
export type SaleOutcome = z.output<typeof saleOutcome>;
