import type { InvoicedMembership } from '#domain/invoices/contract.ts';
import type { CalendarDate } from '#domain/shared/dates.ts';
import type { Occasion } from '#server/platform/http/actors.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { InvoiceMetadata } from '#server/platform/database/jsonColumns.ts';
import type { InvoiceRow, RefundRow } from '#server/platform/database/schema.ts';

/**
 * What an invoice is for besides its items: the membership that it sells, renews, freezes, or whose plan it changes.
 * The module of contact memberships says what follows when money moves. Each call runs under the invoice's lock, and changes
 * nothing when the invoice is for items alone.
 */
export interface InvoiceSubject {
  /** Nothing is outstanding: grants the membership, renews it or changes its plan. Repeated, it changes nothing. */
  settled(tx: Tx, invoice: InvoiceRow, occasion: Occasion): Promise<void>;
  cardSaved(tx: Tx, invoice: InvoiceRow, occasion: Occasion): Promise<void>;
  /** The bank forbids another attempt with the saved card. */
  cardRefused(tx: Tx, invoice: InvoiceRow, now: Date): Promise<void>;
  /** Its card payment has failed for good. Whether the invoice is void or stays outstanding. */
  paymentFailed(tx: Tx, invoice: InvoiceRow, payment: FailedPayment, occasion: Occasion): Promise<'void' | 'owed'>;
  /** Noted on an invoice that is voided or written off without a grant, so that late money is understood. */
  abandonedNote(tx: Tx, invoice: InvoiceRow): Promise<Pick<InvoiceMetadata, 'givenUpRenewals'>>;
  /** Voided, or written off without granting anything. */
  abandoned(tx: Tx, invoice: InvoiceRow, occasion: Occasion): Promise<void>;
  /**
   * Refuses a refund of these lines that ends their memberships, when there is none, or while the next period or a change of plan is
   * being paid.
   */
  requireEndable(
    tx: Tx,
    invoice: InvoiceRow,
    lines: readonly { readonly position: number }[],
    now: Date,
  ): Promise<void>;
  /** Refunded by staff, who chose to end the membership. */
  refunded(tx: Tx, invoice: InvoiceRow, refund: EndingRefund, occasion: Occasion): Promise<void>;
  /** Stripe reports that all of it was refunded. */
  refundedWhole(tx: Tx, invoice: InvoiceRow, occasion: Occasion): Promise<void>;
  /** The day on which a declined card is charged again by itself. */
  nextTryOn(tx: Tx, invoice: Pick<InvoiceRow, 'id'>, now: Date): Promise<CalendarDate | null>;
  detail(tx: Tx, invoice: Pick<InvoiceRow, 'id' | 'kind'>, now: Date): Promise<InvoicedMembership[]>;
}

/** A refund with which the membership ends. */
export type EndingRefund = RefundRow & { readonly membership: Exclude<RefundRow['membership'], 'keep'> };

interface FailedPayment {
  /** Declined by a bank; else it was given up. */
  readonly isDeclined: boolean;
  /** Staff or the member's link began the payment: the invoice was outstanding before and stays so. */
  readonly keepsInvoice: boolean;
}

const registered: { subject?: InvoiceSubject } = {};

export const registerInvoiceSubject = (subject: InvoiceSubject): void => {
  registered.subject = subject;
};

export function invoiceSubject(): InvoiceSubject {
  if (!registered.subject) throw new Error('No module has registered what invoices are for');
  return registered.subject;
}
