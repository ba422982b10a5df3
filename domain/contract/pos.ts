import { z } from 'zod';
import { cartLinesMax, quantityMax, quantityMin } from '../rules/limits.ts';
import { expectedTotal, optionalNotes, requiredId, wholeNumber } from './fields.ts';
import { invoice, payment } from './invoices.ts';
import { paymentIntent } from './payment-intent.ts';

export const cartItem = z.object({
  salesItemId: requiredId('Sales item ID is required'),
  quantity: wholeNumber(quantityMin, quantityMax, `Quantity must be a whole number from ${quantityMin} to ${quantityMax}`),
}).meta({ id: 'CartItem' });
export type CartItem = z.output<typeof cartItem>;

const howToPay = 'Choose either paymentMethod cash or stripePayment true';

/** Cash, or a card through Stripe: exactly one of them. */
export const salesItemPurchaseBody = z
  .object({
    contactId: requiredId('Contact is required'),
    locationId: requiredId('Location is required'),
    items: z.array(cartItem).min(1, 'The cart is empty').max(cartLinesMax, `A cart holds at most ${cartLinesMax} lines`),
    notes: optionalNotes(),
    expectedTotal: expectedTotal(),
    paymentMethod: z.literal('cash', howToPay).optional(),
    stripePayment: z.literal(true, howToPay).optional(),
  })
  .refine((sale) => (sale.paymentMethod === 'cash') !== (sale.stripePayment === true), {
    path: ['paymentMethod'],
    error: howToPay,
  })
  .meta({ id: 'SalesItemPurchase' });
export type SalesItemPurchaseBody = z.output<typeof salesItemPurchaseBody>;

export const cashSaleAnswer = z.object({ success: z.literal(true), invoice, payment }).meta({ id: 'CashSaleResponse' });
export const cardSaleAnswer = z.object({ success: z.literal(true), invoice, paymentIntent }).meta({ id: 'CardSaleResponse' });
export const salesItemPurchaseAnswer = z.union([cashSaleAnswer, cardSaleAnswer]).meta({ id: 'SalesItemPurchaseResponse' });
export type CashSaleAnswer = z.output<typeof cashSaleAnswer>;
export type CardSaleAnswer = z.output<typeof cardSaleAnswer>;
export type SalesItemPurchaseAnswer = z.output<typeof salesItemPurchaseAnswer>;
