import { z } from 'zod';
import {
  cartLinesMax,
  discountReasonMaxLength,
  invoiceTotalMaxCents,
  quantityMax,
  quantityMin,
} from '#domain/shared/limits.ts';
import { checkPaymentDetails, paymentDetails } from '#domain/invoices/paymentsContract.ts';
import { deskMethods } from '#domain/invoices/paymentMethods.ts';
import {
  atMostTwoDecimals,
  dollars,
  expectedTotal,
  optionalNotes,
  requiredId,
  requiredText,
  wholeNumber,
} from '#domain/shared/fields.ts';
import { fromCents, toCents } from '#domain/shared/money.ts';
import { contactSummary } from '#domain/contacts/contract.ts';
import { invoice, payment } from '#domain/invoices/contract.ts';
import { paymentIntent } from '#domain/stripe/contract.ts';

const percentWrong = 'A discount must be more than 0% and at most 100%';
const percent = z
  .number(percentWrong)
  .positive(percentWrong)
  .max(100, percentWrong)
  .refine(atMostTwoDecimals, 'A percentage has at most two decimals');
const amount = dollars('A discount must be an amount').refine((value) => value > 0, 'A discount must be more than 0');

/** A discount on a line or the whole sale: a percentage, or an amount in dollars. Never more than the price. */
export const discount = z
  .object({
    percent: percent.optional(),
    amount: amount.optional(),
    reason: requiredText('Give a reason for the discount', discountReasonMaxLength),
  })
  .refine((given) => (given.percent !== undefined) !== (given.amount !== undefined), {
    path: ['amount'],
    error: 'A discount is either a percentage or an amount',
  })
  .meta({ id: 'Discount' });
export type Discount = z.output<typeof discount>;

export const cartItem = z
  .object({
    salesItemId: requiredId('Sales item ID is required'),
    quantity: wholeNumber(
      quantityMin,
      quantityMax,
      `Quantity must be a whole number from ${quantityMin} to ${quantityMax}`,
    ),
    /** Applies to all units of this line together. */
    discount: discount.optional(),
  })
  .meta({ id: 'CartItem' });
export type CartItem = z.output<typeof cartItem>;

const cashPart = z
  .object({
    amount: dollars('Enter how much is paid in cash', fromCents(invoiceTotalMaxCents)).refine(
      (value) => value > 0,
      'The cash must be more than 0',
    ),
    /** The cash received: the amount, or more. */
    tendered: dollars('Cash received must be an amount', fromCents(invoiceTotalMaxCents)).optional(),
  })
  .refine((cash) => cash.tendered === undefined || toCents(cash.tendered) >= toCents(cash.amount), {
    path: ['tendered'],
    error: 'The cash received is less than the amount',
  })
  .meta({ id: 'CashPart' });

const howToPay = 'Choose either paymentMethod cash or other, or stripePayment true';

/**
 * One payment method: cash, another one by its name in the settings, or card through Stripe. Beside the card, a part may be
 * paid in cash.
 */
export const itemSaleBody = z
  .object({
    contactId: requiredId('Contact is required'),
    locationId: requiredId('Location is required'),
    items: z
      .array(cartItem)
      .min(1, 'The cart is empty')
      .max(cartLinesMax, `A cart holds at most ${cartLinesMax} lines`),
    /** Applies to the sum of the lines after their own discounts. */
    discount: discount.optional(),
    notes: optionalNotes(),
    expectedTotal: expectedTotal(),
    paymentMethod: z.enum(deskMethods, howToPay).optional(),
    ...paymentDetails,
    stripePayment: z.literal(true, howToPay).optional(),
    /** The card is charged the rest. */
    cash: cashPart.optional(),
  })
  .refine((sale) => (sale.paymentMethod !== undefined) !== (sale.stripePayment === true), {
    path: ['paymentMethod'],
    error: howToPay,
  })
  .refine(({ cash, stripePayment }) => cash === undefined || stripePayment === true, {
    path: ['cash'],
    error: 'Only a card payment has a part in cash',
  })
  .check(checkPaymentDetails)
  .meta({ id: 'ItemSale' });
export type ItemSaleBody = z.output<typeof itemSaleBody>;

export const walkInResponse = z.object({ contact: contactSummary }).meta({ id: 'WalkInResponse' });
export type WalkInResponse = z.output<typeof walkInResponse>;

/** A sale of nothing has no payment, whatever method was asked for. */
const deskSaleResponse = z
  .object({ success: z.literal(true), invoice, payment: payment.nullable() })
  .meta({ id: 'DeskSaleResponse' });
const cardSaleResponse = z
  .object({ success: z.literal(true), invoice, paymentIntent })
  .meta({ id: 'CardSaleResponse' });
export const itemSaleResponse = z.union([deskSaleResponse, cardSaleResponse]).meta({ id: 'ItemSaleResponse' });
export type DeskSaleResponse = z.output<typeof deskSaleResponse>;
export type CardSaleResponse = z.output<typeof cardSaleResponse>;
