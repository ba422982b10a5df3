import { z } from 'zod';
import { idempotencyKeyMaxLength } from '../rules/limits.ts';
import { invoice } from './invoices.ts';

export const purchaseParams = z.object({ key: z.string().min(1).max(idempotencyKeyMaxLength) });

/**
 * What became of a purchase that was asked for with this key: completed, when its invoice is paid; pending, while its
 * card payment is open; refused, when it was refused or taken back; unknown, when the server has no record of it.
 */
export const purchaseStates = ['completed', 'pending', 'refused', 'unknown'] as const;

export const purchaseOutcome = z.object({
  state: z.enum(purchaseStates),
  /** There once the purchase was written. */
  invoice: invoice.nullable(),
  /** Why it was refused. */
  message: z.string().nullable(),
}).meta({ id: 'PurchaseOutcome' });
export type PurchaseOutcome = z.output<typeof purchaseOutcome>;
