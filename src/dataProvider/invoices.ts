import type { Invoice, InvoiceDetail, InvoiceListItem, InvoicePage } from '#domain/contract/invoices.ts';
import { restResource } from './restResource.ts';

export type InvoiceRow = Invoice & { contact: InvoiceListItem['contact'] };
/** An invoice with whom and where it was for, and what was paid. */
export type InvoiceRecord = Invoice & Omit<InvoiceDetail, 'invoice'>;

export const invoicesResource = restResource({
  path: 'invoices',
  rows: ({ invoices }: InvoicePage) => invoices.map(({ invoice, contact }): InvoiceRow => ({ ...invoice, contact })),
  one: ({ invoice, ...context }: InvoiceDetail): InvoiceRecord => ({ ...invoice, ...context }),
  lacks: ['create', 'update', 'delete'],
});
