import type { Invoice } from '#domain/invoices/contract.ts';
import type { CartItem, Discount } from '#domain/pos/contract.ts';
import type { ReceiptDetails } from '#domain/settings/contract.ts';

/** What an invoice has beside its columns. */
export interface InvoiceMetadata {
  /** A copy of the company's receipt details, from when it was written. */
  readonly receipt?: Partial<ReceiptDetails>;
  /** Paid items that could not be taken from stock. */
  readonly shortfall?: NonNullable<NonNullable<Invoice['metadata']>['shortfall']>;
  /** Written off with what it sold taken back: a later payment grants nothing. */
  readonly isWithheld?: boolean;
  /** Money came for it after something newer took its place. Attention and reconciliation find it by this. */
  readonly isPaidForNothing?: boolean;
  /** The renewals that staff gave up with it: late money bills their periods again. */
  readonly givenUpRenewal?: readonly GivenUpRenewal[];
}

interface GivenUpRenewal {
  readonly membershipId: string;
  readonly period: number;
  /** Of the invoice. */
  readonly line: number;
}

/** A parked cart, with names and prices as they were then. */
export interface ParkedCart {
  readonly items: (CartItem & { readonly name: string; readonly price: number })[];
  readonly discount?: Discount;
}

export interface RefundedLine {
  readonly position: number;
  readonly quantity: number;
  readonly restock: boolean;
}

/** The part of a refund that returns one payment. `id` is that of the payment row that records it. */
export interface RefundPart {
  readonly id: string;
  readonly paymentId: string | null;
  readonly intentId: string | null;
  readonly cents: number;
}
