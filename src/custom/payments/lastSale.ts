import type { Invoice } from '#domain/contract/invoices.ts';
import type { PaymentMethod } from '#domain/rules/paymentStatus.ts';

/** A sale of items that was made, as its receipt shows it. */
export interface LastSale {
  readonly invoice: Invoice;
  readonly customer: string;
  readonly method: PaymentMethod;
  /** Cash that was handed over, where it was typed. */
  readonly receivedCents: number | null;
}
