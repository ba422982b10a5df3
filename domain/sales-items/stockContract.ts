import { z } from 'zod';
import { inventoryMax } from '#domain/shared/limits.ts';
import { id, money, timestamp } from '#domain/shared/contract.ts';
import { dollars, optionalText, wholeNumber } from '#domain/shared/fields.ts';
import { salesItem } from './contract.ts';

export const stockMovementBody = z
  .object({
    kind: z.enum(['received', 'counted'], 'Kind must be received or counted'),
    /** A delivery adds this many. A count sets the stock to it. */
    quantity: wholeNumber(0, inventoryMax, 'Quantity must be 0 or more'),
    /** The cost of one delivered piece, in dollars. It becomes the item's cost. Managers and admins may say it. */
    unitCost: dollars('Cost must be a positive number').nullable().optional(),
    note: optionalText(),
  })
  .refine(({ kind, quantity }) => kind !== 'received' || quantity > 0, {
    path: ['quantity'],
    message: 'Quantity must be 1 or more',
  })
  .refine(({ kind, unitCost }) => kind !== 'counted' || unitCost === undefined, {
    path: ['unitCost'],
    message: 'A count has no cost',
  })
  .meta({ id: 'StockMovementCreate' });
export type StockMovementBody = z.output<typeof stockMovementBody>;

const stockMovement = z
  .object({
    id,
    kind: z.enum(['received', 'counted']),
    /** Negative when a count found less. */
    change: z.int(),
    quantityAfter: z.int(),
    /** Only managers and admins of the location get it. */
    unitCost: money.nullable().optional(),
    note: z.string(),
    by: z.object({ id, name: z.string() }),
    at: timestamp,
  })
  .meta({ id: 'StockMovement' });
export type StockMovement = z.output<typeof stockMovement>;

/** The newest first, at most 50. */
export const stockMovements = z.object({ movements: z.array(stockMovement) }).meta({ id: 'StockMovements' });
export type StockMovements = z.output<typeof stockMovements>;

export const stockMovementResponse = z
  .object({ salesItem, movement: stockMovement, message: z.string() })
  .meta({ id: 'StockMovementResponse' });
export type StockMovementResponse = z.output<typeof stockMovementResponse>;
