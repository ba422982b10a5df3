import { z } from 'zod';
import { invoiceTotalMaxCents, otherMethodMaxLength, paymentReferenceMaxLength } from '#domain/shared/limits.ts';
import { fromCents, toCents } from '#domain/shared/money.ts';
import { dollars, optionalText, requiredText } from '#domain/shared/fields.ts';
import { paymentIntent } from '#domain/stripe/contract.ts';
import { cardMethod, drawerMethod, paymentMethods, paymentMethodRules, type PaymentMethod } from './paymentMethods.ts';
import { invoice, payment } from './contract.ts';

const amount = (message: string) => dollars(message, fromCents(invoiceTotalMaxCents));

/** A payment that staff take on an invoice; without an amount, the whole amount due. */
export const invoicePaymentBody = z
  .strictObject({
    method: z.enum(paymentMethods, 'Choose how it is paid'),
    amount: amount('Amount must be more than 0')
      .refine((value) => value > 0, 'Amount must be more than 0')
      .optional(),
    tendered: amount('Cash received must be an amount').optional(),
    /** A name from the company's settings. */
    otherMethod: optionalText(otherMethodMaxLength),
    reference: optionalText(),
    card: z.enum(['saved', 'new'], 'Choose the saved card or a new one').optional(),
    /** Keeps a new card for later payments. The default is true. */
    saveCard: z.boolean().optional(),
  })
  .refine(({ method, card }) => method !== cardMethod || card !== undefined, {
    path: ['card'],
    message: 'Choose the saved card or a new one',
  })
  .refine(({ method, tendered }) => method === drawerMethod || tendered === undefined, {
    path: ['tendered'],
    message: 'Only a cash payment has cash received',
  })
  .refine(
    (body) =>
      body.tendered === undefined || body.amount === undefined || toCents(body.tendered) >= toCents(body.amount),
    {
      path: ['tendered'],
      message: 'Cash received is less than the amount',
    },
  )
  .meta({ id: 'InvoicePaymentBody' });
export type InvoicePaymentBody = z.output<typeof invoicePaymentBody>;

export const invoicePaymentResponse = z
  .object({
    invoice,
    payment,
    /** Sent for a new card: the browser confirms it. */
    paymentIntent: paymentIntent.optional(),
  })
  .meta({ id: 'InvoicePaymentResponse' });
export type InvoicePaymentResponse = z.output<typeof invoicePaymentResponse>;

/** `payment` is the charge to the saved card. */
export const invoiceRetryResponse = z.object({ invoice, payment }).meta({ id: 'InvoiceRetryResponse' });
export type InvoiceRetryResponse = z.output<typeof invoiceRetryResponse>;

export const invoiceReasonBody = z
  .strictObject({ reason: requiredText('Reason is required', 500) })
  .meta({ id: 'InvoiceReason' });
export type InvoiceReasonBody = z.output<typeof invoiceReasonBody>;

/** A write-off grants the membership that the invoice sold or renewed if a part was paid, or as `grant` says. */
export const invoiceWriteOffBody = invoiceReasonBody
  .extend({ grant: z.boolean('Say whether the membership is granted').optional() })
  .meta({ id: 'InvoiceWriteOff' });
export type InvoiceWriteOffBody = z.output<typeof invoiceWriteOffBody>;

export const invoiceResponse = z.object({ invoice }).meta({ id: 'InvoiceResponse' });
export type InvoiceResponse = z.output<typeof invoiceResponse>;

export const paymentDetails = {
  /** With `paymentMethod` other: one of the company's other methods, as its settings spell it. */
  otherMethod: optionalText(otherMethodMaxLength),
  /** The number of a check or a transfer. */
  reference: optionalText(paymentReferenceMaxLength),
  /** With `paymentMethod` cash: the amount received. */
  tendered: dollars('Cash received must be an amount', fromCents(invoiceTotalMaxCents)).optional(),
};

export const otherMethodMissing = 'Choose how it was paid';
export const otherMethodUnused = 'Only a payment by another method names one';

interface PaymentDetails {
  readonly paymentMethod?: PaymentMethod | undefined;
  readonly otherMethod?: string | undefined;
  readonly tendered?: number | undefined;
}

/** A payment by another method must name it, and no other payment may. Only a cash payment has cash received. */
export function checkPaymentDetails({ value, issues }: z.core.ParsePayload<PaymentDetails>): void {
  if (value.tendered !== undefined && value.paymentMethod !== drawerMethod) {
    issues.push({ code: 'custom', input: value, path: ['tendered'], message: 'Only a cash payment has cash received' });
  }
  const isNamed = value.paymentMethod !== undefined && paymentMethodRules[value.paymentMethod].isNamed;
  if (isNamed === (value.otherMethod !== undefined)) return;
  issues.push({
    code: 'custom',
    input: value,
    path: ['otherMethod'],
    message: isNamed ? otherMethodMissing : otherMethodUnused,
  });
}
