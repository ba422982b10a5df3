import type { Invoice, InvoiceDetail, InvoiceListItem, InvoicePage } from '#domain/invoices/contract.ts';
import type {
  InvoicePaymentBody,
  InvoicePaymentResponse,
  InvoiceReasonBody,
  InvoiceWriteOffBody,
  InvoiceResponse,
  InvoiceRetryResponse,
} from '#domain/invoices/paymentsContract.ts';
import type { RefundBody, RefundResponse } from '#domain/invoices/refundsContract.ts';
import type { ReceiptBody, ReceiptResponse } from '#domain/invoices/receiptContract.ts';
import type { PaymentLink, PaymentLinkBody } from '#domain/invoices/paymentLinkContract.ts';
import { http } from './http.ts';
import { restResource } from './restResource.ts';
import { business } from './stale.ts';

export type ListedInvoice = Invoice & { contact: InvoiceListItem['contact'] };
export type InvoiceRecord = Invoice & Omit<InvoiceDetail, 'invoice'>;

export const invoicesResource = restResource({
  path: 'invoices',
  rows: ({ invoices }: InvoicePage) => invoices.map(({ invoice, contact }): ListedInvoice => ({ ...invoice, contact })),
  one: ({ invoice, ...context }: InvoiceDetail): InvoiceRecord => ({ ...invoice, ...context }),
  lacks: ['create', 'update', 'delete'],
});

const act = <T>(id: string, action: string, body: object | undefined, idempotencyKey: string) =>
  http<T>(`/invoices/${id}/${action}`, { method: 'POST', body, idempotencyKey, stale: business });

/** Repeated with the same key, each happens once. */
export const invoiceActions = {
  takeInvoicePayment: (id: string, body: InvoicePaymentBody, key: string) =>
    act<InvoicePaymentResponse>(id, 'payments', body, key),
  retryInvoiceCard: (id: string, key: string) => act<InvoiceRetryResponse>(id, 'retry', undefined, key),
  createPaymentLink: (id: string, body: PaymentLinkBody & object, key: string) =>
    act<PaymentLink>(id, 'payment-link', body, key),
  emailReceipt: (id: string, body: ReceiptBody & object, key: string) => act<ReceiptResponse>(id, 'receipt', body, key),
  voidInvoice: (id: string, body: InvoiceReasonBody, key: string) => act<InvoiceResponse>(id, 'void', body, key),
  refundInvoice: (id: string, body: RefundBody, key: string) => act<RefundResponse>(id, 'refunds', body, key),
  writeOffInvoice: (id: string, body: InvoiceWriteOffBody, key: string) =>
    act<InvoiceResponse>(id, 'write-off', body, key),
};
