import { z } from 'zod';
import { idempotencyKeyMaxLength } from '#domain/shared/limits.ts';
import { invoice } from '#domain/invoices/contract.ts';

export const purchaseParams = z.object({ key: z.string().min(1).max(idempotencyKeyMaxLength) });

/**
 * The outcome of the purchase with this idempotency key. completed: the invoice is paid. pending: the card payment is
 * open. refused: it was rejected or canceled. unknown: the server has no record of it.
 */
const purchaseStates = ['completed', 'pending', 'refused', 'unknown'] as const;

export const purchaseOutcome = z
  .object({
    state: z.enum(purchaseStates),
    /** Set once the purchase is recorded. */
    invoice: invoice.nullable(),
    /** Tells why it was rejected. */
    message: z.string().nullable(),
  })
  .meta({ id: 'PurchaseOutcome' });
export type PurchaseOutcome = z.output<typeof purchaseOutcome>;
