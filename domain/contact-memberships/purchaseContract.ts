import { z } from 'zod';
import { forbiddenResponse, id, money, queryId } from '#domain/shared/contract.ts';
import { contactMembership } from './contract.ts';
import { checkPaymentDetails, paymentDetails } from '#domain/invoices/paymentsContract.ts';
import { expectedTotal, optionalId, optionalNotes, planDate, requiredId, requiredText } from '#domain/shared/fields.ts';
import { lineItemTypes } from '#domain/invoices/invoiceDescription.ts';
import { lineMaxLength } from '#domain/shared/limits.ts';
import { paymentMethods } from '#domain/invoices/paymentMethods.ts';
import { invoice, invoiceLineItem, payment } from '#domain/invoices/contract.ts';
import { paymentIntent } from '#domain/stripe/contract.ts';

export const previewParams = z.object({ membershipId: id, contactId: id });

/** The location where the plan would be sold, as in the purchase. */
export const previewQuery = z.strictObject({ locationId: queryId });

const previewLine = z
  .object({
    name: z.string(),
    description: z.string().nullable(),
    type: z.enum(lineItemTypes),
    total: money,
  })
  .meta({ id: 'PreviewLine' });
const purchasePreview = z
  .object({
    lineItems: z.array(previewLine),
    subtotal: money,
    tax: money,
    total: money,
  })
  .meta({ id: 'PurchasePreview' });
export type PurchasePreview = z.output<typeof purchasePreview>;

export const purchasePreviewResponse = z.object({ preview: purchasePreview }).meta({ id: 'PurchasePreviewResponse' });
export type PurchasePreviewResponse = z.output<typeof purchasePreviewResponse>;

const payerCharges = ['saved_card', 'account'] as const;
export type PayerCharge = (typeof payerCharges)[number];
const payerChargeUnused = 'onPayer needs the payer of a household as payerId, and no paymentMethod';

const startDateMissing = 'Please select a start date';
const startDate = planDate(startDateMissing);

export const membershipPurchaseBody = z
  .object({
    /** Gets the membership. */
    contactId: requiredId('Contact is required'),
    /** Gets the invoice and pays it by card. The default is the contact. It may be the payer of their household. */
    payerId: optionalId(),
    membershipId: requiredId('Membership ID is required'),
    /** For a company-wide plan. The default is the contact's home location. A plan of one location is sold there. */
    locationId: optionalId(),
    startDate,
    autoRenew: z.boolean().default(false),
    notes: optionalNotes(),
    expectedTotal: expectedTotal(),
    /** Card by default. */
    paymentMethod: z.enum(paymentMethods, 'Choose paymentMethod card, cash or other').optional(),
    ...paymentDetails,
    /** For a payer who is not there: charge the saved card, or grant the membership now and let the invoice be owed. */
    onPayer: z.enum(payerCharges, 'Choose onPayer saved_card or account').optional(),
  })
  .check(checkPaymentDetails)
  .check(({ value, issues }) => {
    const isByPayer = value.payerId !== undefined && value.payerId !== value.contactId;
    if (value.onPayer === undefined || (isByPayer && value.paymentMethod === undefined)) return;
    issues.push({ code: 'custom', input: value, path: ['onPayer'], message: payerChargeUnused });
  })
  .meta({ id: 'MembershipPurchase' });
export type MembershipPurchaseBody = z.output<typeof membershipPurchaseBody>;

/** `contactMembership` is null until the payment has succeeded. */
export const membershipPurchaseResponse = z
  .object({
    success: z.literal(true),
    paymentIntent,
    contactMembership: contactMembership.nullable(),
    invoice,
    lineItems: z.array(invoiceLineItem),
    totalAmount: money,
  })
  .meta({ id: 'MembershipPurchaseResponse' });
export type MembershipPurchaseResponse = z.output<typeof membershipPurchaseResponse>;

/** Paid at the desk in cash or by another method, or on the payer’s account, then without a payment: the membership is granted at once. */
export const deskPurchaseResponse = membershipPurchaseResponse
  .omit({ paymentIntent: true })
  .extend({ payment: payment.nullable(), contactMembership })
  .meta({ id: 'DeskPurchaseResponse' });
export type DeskPurchaseResponse = z.output<typeof deskPurchaseResponse>;

const purchaseRefusal = z.object({ success: z.literal(false), error: z.string(), message: z.string() });
/** Any other refusal of a purchase. One that is refused before the purchase is looked at has neither `success` nor `error`. */
export const purchaseRefused = forbiddenResponse
  .extend({ success: z.literal(false).optional(), error: z.string().optional() })
  .meta({ id: 'PurchaseRefused' });
/** 409, with the new total if it differs from the expected one. */
export const membershipConflict = purchaseRefusal
  .extend({ total: money.optional() })
  .meta({ id: 'MembershipConflict' });
export type PurchaseRefusal = z.output<typeof purchaseRefusal>;

const addressIncomplete = 'Please complete the billing address';
const billingLine = requiredText(addressIncomplete, lineMaxLength);
export const startDatePast = 'Start date cannot be in the past';

/** The form of the payment step. `today` is the location's date. */
export const purchaseTermsForm = (today: string) =>
  z.object({
    startDate: startDate.refine((date) => date >= today, startDatePast),
    autoRenew: z.boolean().default(false),
  });
export type PurchaseTermsForm = z.output<ReturnType<typeof purchaseTermsForm>>;

/** The same for a card, which needs a billing address too. */
export const purchasePaymentForm = (today: string) =>
  purchaseTermsForm(today).extend({
    cardholderName: requiredText('Please enter the cardholder name'),
    billingStreet: billingLine,
    billingCity: billingLine,
    billingState: billingLine,
    billingZip: billingLine,
  });
export type PurchasePaymentForm = z.output<ReturnType<typeof purchasePaymentForm>>;
