import { z } from 'zod';
import { invoiceTotalMaxCents } from '#domain/shared/limits.ts';
import { fromCents } from '#domain/shared/money.ts';
import { payableStates } from './paymentLink.ts';
import { errorResponse, money, timestamp } from '#domain/shared/contract.ts';
import { dollars, optionalEmail, requiredText } from '#domain/shared/fields.ts';
import { linkCompany } from '#domain/companies/contract.ts';
import { invoiceLineItem } from './contract.ts';
import { paymentIntent } from '#domain/stripe/contract.ts';

/** The address to which the link is emailed; without one it is only created. */
export const paymentLinkBody = z
  .strictObject({ email: optionalEmail('Enter a valid email address') })
  .nullish()
  .meta({ id: 'PaymentLinkBody' });
export type PaymentLinkBody = z.output<typeof paymentLinkBody>;

export const paymentLink = z
  .object({
    url: z.string(),
    expiresAt: timestamp,
  })
  .meta({ id: 'PaymentLink' });
export type PaymentLink = z.output<typeof paymentLink>;

export const paymentLinkParams = z.object({ token: requiredText('The payment link is incomplete', 200) });

/** The names are those on the invoice, and nothing reveals who the member is. */
export const payableInvoice = z
  .object({
    invoice: z.object({
      company: z.object({ name: z.string() }),
      location: z.object({ name: z.string() }),
      number: z.string().nullish(),
      lineItems: z.array(invoiceLineItem),
      tax: money,
      total: money,
      paid: money,
      due: money,
      currency: z.string(),
      /** True for a plan that renews by card, or did until its card was declined. */
      renews: z.boolean(),
    }),
    stripePublishableKey: z.string(),
  })
  .meta({ id: 'PayableInvoice' });
export type PayableInvoice = z.output<typeof payableInvoice>;

export const payByLinkBody = z
  .strictObject({
    saveCard: z.boolean('Choose whether to save the card').default(false),
    /** The amount that the payer saw. Any other is refused. */
    expectedDue: dollars('Expected amount must be an amount', fromCents(invoiceTotalMaxCents)).optional(),
  })
  .meta({ id: 'PayByLinkBody' });
export type PayByLinkBody = z.output<typeof payByLinkBody>;

export const payByLinkResponse = z.object({ paymentIntent }).meta({ id: 'PayByLinkResponse' });
export type PayByLinkResponse = z.output<typeof payByLinkResponse>;

/** A 409 response to a payment. `due` is set when it differs from the amount shown. */
export const paymentConflict = errorResponse.extend({ due: money.optional() }).meta({ id: 'PaymentConflict' });

export const endedLink = errorResponse
  .extend({ state: z.enum(payableStates).exclude(['payable']), company: linkCompany })
  .meta({ id: 'EndedPaymentLink' });
export type EndedLink = z.output<typeof endedLink>;
