import type { InvoiceDetail } from '#domain/invoices/contract.ts';
import type { Actor } from '#server/platform/http/actors.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { InvoiceRow, RefundRow } from '#server/platform/database/schema.ts';

/**
 * What an invoice is for besides its items: the contact's membership that it sells, renews, freezes, or whose plan it changes. The
 * module of contact memberships says what follows for it when money moves. Each call runs under the invoice's lock, and changes
 * nothing when the invoice is for items alone.
 */
export interface InvoiceSubject {
  /** Nothing is owed any more: grants the membership, renews it or changes its plan. Repeated, it changes nothing. */
  settled(tx: Tx, invoice: InvoiceRow, now: Date, actor: Actor): Promise<void>;
  /** The card that paid it was saved. */
  cardSaved(tx: Tx, invoice: InvoiceRow, now: Date, actor: Actor): Promise<void>;
  /** The bank forbids another attempt with the saved card. */
  cardRefused(tx: Tx, invoice: InvoiceRow, now: Date): Promise<void>;
  /** Its card payment has failed for good. Tells whether the invoice is void or stays owed. */
  paymentFailed(tx: Tx, invoice: InvoiceRow, payment: FailedPayment, now: Date, actor: Actor): Promise<'void' | 'owed'>;
  /** What a void, or a write-off that grants nothing, notes on the invoice, so that late money is understood. */
  abandonedNote(tx: Tx, invoice: InvoiceRow): Promise<Record<string, unknown>>;
  /** It was voided, or written off without granting anything. */
  abandoned(tx: Tx, invoice: InvoiceRow, now: Date, actor: Actor): Promise<void>;
  /** Refuses a refund that is to end the membership, when there is none or its next payment is under way. */
  requireEndable(tx: Tx, invoice: InvoiceRow): Promise<void>;
  /** Staff refunded it and chose what becomes of the membership. */
  refunded(tx: Tx, invoice: InvoiceRow, refund: RefundRow, now: Date, actor: Actor): Promise<void>;
  /** Stripe reports that all of it was refunded. */
  refundedWhole(tx: Tx, invoice: InvoiceRow, now: Date, actor: Actor): Promise<void>;
  /** For the invoice's page. */
  detail(tx: Tx, invoiceId: string, now: Date): Promise<InvoiceDetail['membership']>;
}

interface FailedPayment {
  /** A bank refused it; else it was given up. */
  readonly isDeclined: boolean;
  /** Staff or the member's link began it: the invoice was owed before and stays owed. */
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
