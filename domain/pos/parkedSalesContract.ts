import { z } from 'zod';
import { cartLinesMax, parkedNoteMaxLength } from '#domain/shared/limits.ts';
import { id, money, timestamp } from '#domain/shared/contract.ts';
import { contactSummary } from '#domain/contacts/contract.ts';
import { optionalText, requiredId } from '#domain/shared/fields.ts';
import { cartItem, discount } from './contract.ts';

/** A parked cart of a location. It reserves no stock. */
export const parkSaleBody = z
  .strictObject({
    locationId: requiredId('Location is required'),
    contactId: requiredId('Contact is required').nullish(),
    items: z
      .array(cartItem)
      .min(1, 'The cart is empty')
      .max(cartLinesMax, `A cart holds at most ${cartLinesMax} lines`),
    discount: discount.optional(),
    note: optionalText(parkedNoteMaxLength),
  })
  .meta({ id: 'ParkSale' });
export type ParkSaleBody = z.output<typeof parkSaleBody>;

export const parkedSalesQuery = z.strictObject({ locationId: requiredId('Location is required') });

const parkedSale = z
  .object({
    id,
    locationId: id,
    /** Null if no customer was chosen, or the contact was deleted since. */
    customer: z.string().nullable(),
    pieces: z.int(),
    /** With tax, as it was when the sale was parked. */
    total: money,
    note: z.string().nullable(),
    parkedBy: z.string(),
    createdAt: timestamp,
  })
  .meta({ id: 'ParkedSale' });
export type ParkedSale = z.output<typeof parkedSale>;

export const parkedSales = z.object({ parkedSales: z.array(parkedSale) }).meta({ id: 'ParkedSales' });
export type ParkedSales = z.output<typeof parkedSales>;
export const parkedSaleResponse = z.object({ parkedSale }).meta({ id: 'ParkedSaleResponse' });
export type ParkedSaleResponse = z.output<typeof parkedSaleResponse>;

/** A parked sale for the till that resumes it, with the names and prices from when it was parked. */
export const resumedSale = z
  .object({
    parkedSale,
    contact: contactSummary.nullable(),
    items: z.array(
      z.object({ salesItemId: id, name: z.string(), price: money, quantity: z.int(), discount: discount.optional() }),
    ),
    discount: discount.nullable(),
  })
  .meta({ id: 'ResumedSale' });
export type ResumedSale = z.output<typeof resumedSale>;
