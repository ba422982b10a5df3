import type { Invoice, InvoiceDetail, InvoiceLineItem, InvoiceListItem, InvoicePage } from '#domain/contract/invoices.ts';
import { restAdapter } from './adapter.ts';

export type InvoiceRow = Invoice & { contact: InvoiceListItem['contact'] };
/** An invoice with whom and where it was for, and what was paid. */
export type InvoiceRecord = Invoice & Omit<InvoiceDetail, 'invoice'>;

export const invoicesAdapter = restAdapter({
  path: 'invoices',
  rows: ({ invoices }: InvoicePage) => invoices.map(({ invoice, contact }): InvoiceRow => ({ ...invoice, contact })),
  one: ({ invoice, ...context }: InvoiceDetail): InvoiceRecord => ({ ...invoice, ...context }),
});

/** What was sold. An invoice of another program's making may name nothing. */
export const lineItemsOf = ({ metadata }: { metadata?: Partial<Invoice['metadata']> | null }): readonly InvoiceLineItem[] => metadata?.lineItems ?? [];
