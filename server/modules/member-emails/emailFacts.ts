import type { PaymentMethod, RefundDestination } from '#domain/invoices/paymentMethods.ts';
import type { CalendarDate } from '#domain/shared/dates.ts';
import type { SavedCard } from '#domain/stripe/savedCard.ts';

/** What each email says. Amounts are in cents, dates are those of the location's calendar. */
export interface EmailFacts {
  receipt: {
    readonly invoice: EmailedInvoice;
    /** What these payments brought in, and the invoice's totals after them. */
    readonly cents: number;
    readonly paid: number;
    readonly due: number;
    readonly refunded?: number;
    /** Of the last payment. */
    readonly on: CalendarDate;
    readonly payments: readonly EmailedPayment[];
    /** Of a renewal whose period began anew, since it was paid after the grace period. */
    readonly newPeriod?: { readonly from: CalendarDate; readonly through: CalendarDate } | undefined;
  };
  'renewal-upcoming': {
    readonly plan: string;
    readonly on: CalendarDate;
    readonly cents: number;
    /** If it cannot be charged on that day. */
    readonly expiredCard?: SavedCard | undefined;
    readonly cardLink?: EmailedCardLink | undefined;
  };
  'payment-failed': {
    readonly description: string;
    readonly cents: number;
    readonly reason: string | null;
    readonly nextTryOn: CalendarDate | null;
    /** For a card that the next try charges. */
    readonly cardLink?: EmailedCardLink | undefined;
  };
  'membership-ending': { readonly plan: string; readonly on: CalendarDate };
  freeze: {
    readonly plan: string;
    readonly from: CalendarDate;
    /** Null once it is removed. */
    readonly until: CalendarDate | null;
    readonly isOpen: boolean;
    readonly fee: { readonly cents: number; readonly hasTax: boolean } | null;
    /** With the days of a freeze whose last day is known. */
    readonly paidThrough: CalendarDate | null;
    readonly isChanged: boolean;
    readonly isRemoved: boolean;
  };
  refund: { readonly invoiceTitle: string; readonly cents: number; readonly method: RefundDestination };
  cancellation: {
    readonly plan: string;
    readonly lastDay: CalendarDate;
    readonly lastPayment: { readonly on: CalendarDate; readonly cents: number } | null;
    readonly owedCents: number;
    readonly isUndone: boolean;
    /** Once it is undone. */
    readonly renewsOn: CalendarDate | null;
  };
  'payment-link': {
    readonly invoice: EmailedInvoice;
    readonly due: number;
    readonly url: string;
    readonly until: CalendarDate;
  };
  'card-link': EmailedCardLink;
  'invoice-due': { readonly invoice: EmailedInvoice; readonly due: number; readonly on: CalendarDate };
  'signature-request': { readonly agreements: readonly string[]; readonly url: string; readonly until: CalendarDate };
  'signed-agreement': { readonly agreement: string; readonly on: CalendarDate; readonly verifyUrl: string };
  /** With the URLs of its images. */
  'check-in-code': { readonly code: string; readonly qr: string; readonly barcode: string };
}

export interface EmailedInvoice {
  /** 'Invoice #89ABCDEF · CHI-10423'. */
  readonly title: string;
  readonly lines: readonly EmailedLine[];
  readonly subtotal: number;
  readonly tax: number;
  readonly total: number;
  readonly cashRounding: number;
}

export interface EmailedLine {
  readonly name: string;
  readonly description?: string;
  readonly quantity: number;
  readonly cents: number;
  readonly discount?: number;
  readonly reason?: string | null;
}

export interface EmailedPayment {
  readonly method: PaymentMethod;
  readonly otherMethod: string | null;
  readonly cents: number;
  readonly tendered: number | null;
  readonly on: CalendarDate;
}

export interface EmailedCardLink {
  readonly url: string;
  readonly until: CalendarDate;
}
