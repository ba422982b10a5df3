import { z } from 'zod';
import { cartLinesMax, quantityMax, quantityMin } from '../rules/limits.ts';
import { checkOtherMethod, deskMethods, paymentDetails } from './deskPayment.ts';
import { expectedTotal, optionalNotes, requiredId, wholeNumber } from './fields.ts';
import { invoice, payment } from './invoices.ts';
import { paymentIntent } from './payment-intent.ts';

export const cartItem = z.object({
  salesItemId: requiredId('Sales item ID is required'),
  quantity: wholeNumber(quantityMin, quantityMax, `Quantity must be a whole number from ${quantityMin} to ${quantityMax}`),
}).meta({ id: 'CartItem' });
export type CartItem = z.output<typeof cartItem>;

const howToPay = 'Choose either paymentMethod cash or other, or stripePayment true';

/** Exactly one payment method: cash, another one by its name in the settings, or card through Stripe. */
export const salesItemPurchaseBody = z
  .object({
    contactId: requiredId('Contact is required'),
    locationId: requiredId('Location is required'),
    items: z.array(cartItem).min(1, 'The cart is empty').max(cartLinesMax, `A cart holds at most ${cartLinesMax} lines`),
    notes: optionalNotes(),
    expectedTotal: expectedTotal(),
    paymentMethod: z.enum(deskMethods, howToPay).optional(),
    ...paymentDetails,
    stripePayment: z.literal(true, howToPay).optional(),
  })
  .refine((sale) => (sale.paymentMethod !== undefined) !== (sale.stripePayment === true), {
    path: ['paymentMethod'],
    error: howToPay,
  })
  .check(checkOtherMethod)
  .meta({ id: 'SalesItemPurchase' });
export type SalesItemPurchaseBody = z.output<typeof salesItemPurchaseBody>;

export const deskSaleResponse = z.object({ success: z.literal(true), invoice, payment }).meta({ id: 'DeskSaleResponse' });
export const cardSaleResponse = z.object({ success: z.literal(true), invoice, paymentIntent }).meta({ id: 'CardSaleResponse' });
export const salesItemPurchaseResponse = z.union([deskSaleResponse, cardSaleResponse]).meta({ id: 'SalesItemPurchaseResponse' });
export type DeskSaleResponse = z.output<typeof deskSaleResponse>;
export type CardSaleResponse = z.output<typeof cardSaleResponse>;
export type SalesItemPurchaseResponse = z.output<typeof salesItemPurchaseResponse>;
