import { z } from 'zod';
import { lineItemTypes } from './invoiceDescription.ts';
import { invoiceStatuses } from './invoiceStatus.ts';
import { paymentMethods, refundDestinations } from './paymentMethods.ts';
import { refundedMemberships, cardRefusals } from './refunds.ts';
import { askedReceipt } from './receiptContract.ts';
import { companySummary } from '#domain/companies/contract.ts';
import {
  externalIdQuery,
  id,
  listQuery,
  money,
  pagination,
  queryId,
  queryOptional,
  savedCard,
  syncFields,
  syncQuery,
  timestamp,
} from '#domain/shared/contract.ts';
import { nullableExternalId } from '#domain/shared/fields.ts';
import { locationSummary } from '#domain/locations/contract.ts';
import { receiptDetails } from '#domain/settings/contract.ts';

export const paymentStatuses = ['pending', 'completed', 'failed', 'refunded'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** Copied at the time of sale. Later edits do not change it. */
export const invoiceLineItem = z
  .object({
    name: z.string(),
    description: z.string().nullable(),
    type: z.enum(lineItemTypes),
    quantity: z.int(),
    price: money,
    /** After its discount. */
    total: money,
    /** The discount, and its reason. */
    discount: money.optional(),
    discountReason: z.string().optional(),
    /** Whose membership it is for, if somebody else gets the invoice. */
    member: z.string().optional(),
  })
  .meta({ id: 'InvoiceLineItem' });
export type InvoiceLineItem = z.output<typeof invoiceLineItem>;

/** Paid items that could not be taken from stock. */
const stockShortfall = z
  .object({ salesItemId: id, name: z.string(), quantity: z.int() })
  .meta({ id: 'StockShortfall' });
export type StockShortfall = z.output<typeof stockShortfall>;

const paidWay = z.object({ method: z.enum(paymentMethods), otherMethod: z.string().nullable() });

export const invoice = z
  .object({
    id,
    /** 'CHI-10423': without gaps by location, in order of issue. Null until the sale that wrote it is saved, and of a draft. */
    number: z.string().nullish(),
    contactId: id.nullable(),
    locationId: id.nullable(),
    status: z.enum(invoiceStatuses),
    description: z.string().nullable(),
    subtotal: money,
    tax: money,
    total: money,
    paid: money,
    due: money,
    /** The refunded part of what was paid. */
    refunded: money.optional(),
    writtenOff: money.optional(),
    /** Added to the total so that it could be paid in coins. May be negative. `paid` includes it, `total` does not. */
    cashRounding: money.optional(),
    closedReason: z.string().nullish(),
    /** Set while a payment of it is disputed at its bank. Null again when the dispute was won. */
    disputedAt: timestamp.nullish(),
    currency: z.string(),
    metadata: z
      .object({ lineItems: z.array(invoiceLineItem).optional(), shortfall: z.array(stockShortfall).optional() })
      .nullish(),
    externalId: z.string().nullish(),
    createdAt: timestamp,
    /** The company's details when it was written, if it had any. Not in lists; on one invoice's page it stands beside the invoice. */
    receipt: receiptDetails.optional(),
    /** How it was paid, in the response to a purchase. Null when it was paid in several ways, or not yet. */
    paidBy: paidWay.nullish(),
    /** Beside it, when there are several ways: each with its amount. */
    paidParts: z.array(paidWay.extend({ amount: money })).optional(),
  })
  .meta({ id: 'Invoice' });
export type Invoice = z.output<typeof invoice>;

export const payment = z
  .object({
    id,
    createdAt: timestamp,
    /**
     * The reports date the payment by this. Absent while it is pending, and when it failed. Only sent in lists and on one invoice's
     * page.
     */
    postedAt: timestamp.optional(),
    amount: money,
    method: z.enum(paymentMethods),
    status: z.enum(paymentStatuses),
    /** The other method's name in the company's settings. */
    otherMethod: z.string().optional(),
    reference: z.string().optional(),
    /** Why a card payment failed. Only on one invoice's page. */
    failureMessage: z.string().nullish(),
    /** The cash received, and the change. */
    tendered: money.optional(),
    change: money.optional(),
    /** What rounding added to the cash. */
    cashRounding: money.optional(),
    /** The payment that this one refunds; its amount is then negative, or positive when a refund failed. Null when that payment is unknown. */
    refundOf: id.nullish(),
    /** The refund that staff made, of which this is a part or all. */
    refundId: id.optional(),
    /** Returned at Stripe beyond what was left to refund. Negative when that failed. */
    surplus: money.optional(),
    /** The bank has taken it back for a dispute that is not won. Only on one invoice's page. */
    disputed: money.optional(),
    /** Why this card payment can only be refunded in cash; null when it can go back to its card. Only on one invoice's page. */
    cardRefusal: z.enum(cardRefusals).nullish(),
  })
  .meta({ id: 'Payment' });
export type Payment = z.output<typeof payment>;

/** One refund that staff made. */
export const refund = z
  .object({
    id,
    createdAt: timestamp,
    /** The time when the money went back. A card refund waits for Stripe. */
    completedAt: timestamp.optional(),
    /** Positive; its payment rows are negative. */
    amount: money,
    /** What rounding added to the cash that went back. */
    cashRounding: money.optional(),
    destination: z.enum(refundDestinations),
    reason: z.string(),
    lines: z.array(z.object({ position: z.int(), quantity: z.int(), restocked: z.boolean() })),
    membership: z.enum(refundedMemberships),
    /** The time when the bank returned the money. Null when it has not. */
    failedAt: timestamp.nullish(),
  })
  .meta({ id: 'Refund' });
export type Refund = z.output<typeof refund>;

const invoicedMembership = z
  .object({
    id,
    name: z.string(),
    /** Its last day if it ends with the paid period; null when it has already ended. */
    periodEnd: z.iso.date().nullable(),
    /** Stays true after the card was declined. */
    renewsByCard: z.boolean(),
    /** The holder, since the invoice of a household is the payer's. */
    member: z.object({ id, name: z.string() }),
    /** The position of its line. */
    line: z.int(),
  })
  .meta({ id: 'InvoicedMembership' });
export type InvoicedMembership = z.output<typeof invoicedMembership>;

const invoiceContact = z
  .object({
    id,
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phone: z.string().nullable(),
  })
  .meta({ id: 'InvoiceContact' });
export type InvoiceContact = z.output<typeof invoiceContact>;

const invoiceListItem = z.object({ invoice, contact: invoiceContact.nullable() }).meta({ id: 'InvoiceListItem' });
export type InvoiceListItem = z.output<typeof invoiceListItem>;

export const invoicePage = z
  .object({ invoices: z.array(invoiceListItem), pagination, ...syncFields })
  .meta({ id: 'InvoicePage' });
export type InvoicePage = z.output<typeof invoicePage>;

const invoiceSortColumns = ['status', 'total', 'due', 'createdAt'] as const;

export const invoiceListQuery = z.strictObject({
  ...listQuery(z.enum(invoiceSortColumns).default('createdAt'), 'desc'),
  /** Whose they are. */
  contactId: queryId,
  ...externalIdQuery,
  ...syncQuery,
  /** Finds the invoices for this member's memberships, and the member's own, with those of the payer of their household. */
  memberId: queryId,
  /** One status, or all statuses in which money is owed. */
  status: queryOptional(z.enum(['to_collect', ...invoiceStatuses])),
});
export type InvoiceListQuery = z.output<typeof invoiceListQuery>;

const sentLink = z
  .object({
    createdAt: timestamp,
    expiresAt: timestamp,
    /** False for one that was copied. */
    isEmailed: z.boolean(),
    /** The first time that the payer opened it. */
    openedAt: timestamp.nullable(),
  })
  .meta({ id: 'SentPaymentLink' });
export type SentLink = z.output<typeof sentLink>;

export const invoiceDetail = z
  .object({
    invoice,
    contact: invoiceContact.nullable(),
    /** True when the customer no longer has a page. */
    isContactDeleted: z.boolean().optional(),
    location: locationSummary.nullable(),
    company: companySummary.nullable(),
    payments: z.array(payment),
    refunds: z.array(refund).optional(),
    /** Null when it paid for none, or for one that is not granted. */
    membership: invoicedMembership.nullish(),
    /** All that it paid for: several on the invoice of a household. */
    memberships: z.array(invoicedMembership).optional(),
    /** The day on which its declined card is charged again by itself. Null when no try is planned. */
    nextTryOn: z.iso.date().nullish(),
    /** Positions of the lines whose items are kept in stock. */
    stockedLines: z.array(z.int()).optional(),
    /** The bank has taken it back for disputes that are not won. */
    disputed: money.optional(),
    /** True when a card can be charged without the payer present. */
    hasSavedCard: z.boolean().optional(),
    /** Stripe's data about that card. Null until Stripe was asked. */
    savedCard: savedCard.nullish(),
    /** The details at the time of the invoice. An invoice that was written without any has the current ones. */
    receipt: receiptDetails.optional(),
    /** The newest payment link. Null when none was made, or it was deleted after it had expired. */
    sentLink: sentLink.nullish(),
    /** Null when nobody asked for one to be emailed. */
    askedReceipt: askedReceipt.nullish(),
  })
  .meta({ id: 'InvoiceDetail' });
export type InvoiceDetail = z.output<typeof invoiceDetail>;

/** Null or empty takes it away. */
export const invoiceExternalIdBody = z.object({ externalId: nullableExternalId() }).meta({ id: 'InvoiceExternalId' });

export const invoiceExternalIdResponse = z
  .object({ message: z.string(), invoice })
  .meta({ id: 'InvoiceExternalIdResponse' });
