import type { StockShortfall } from '#domain/invoices/contract.ts';
import type { CartItem, Discount } from '#domain/pos/contract.ts';
import type { ReceiptDetails } from '#domain/settings/contract.ts';

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

/** What an invoice says of itself beyond its columns. Only `shortfall` leaves the server. */
export interface InvoiceMetadata {
  /** The company's details for receipts, as they were when the invoice was written. */
  readonly receipt?: Partial<ReceiptDetails>;
  /** Items that were paid and could not be taken from stock. */
  readonly shortfall?: StockShortfall[];
  /** The rest was written off without giving the days that it was for, so a payment of it gives none either. */
  readonly isWithheld?: boolean;
  /** It was given up, something newer took its place, and money came all the same. Today and the reconciliation report it. */
  readonly isPaidForNothing?: boolean;
  /** The positions of the lines that this is true of. Without it, of all. */
  readonly linesForNothing?: number[];
  /** The renewals that were given up with it. Money that comes later renews these after all. */
  readonly givenUpRenewals?: GivenUpRenewal[];
}

interface GivenUpRenewal {
  readonly contactMembershipId: string;
  readonly period: number;
  /** The position of its line on the invoice. */
  readonly line: number;
}
