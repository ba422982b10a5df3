import { invoiceRowLabel, invoiceRowText } from '#domain/rules/invoiceDescription.ts';
import { invoiceNumber } from '#domain/rules/printedInvoice.ts';
import { invoiceStatusLabel } from '#domain/rules/invoiceStatus.ts';
import { displayPhone } from '#domain/rules/phone.ts';
import { timeColumn, type CsvColumn } from '#src/custom/lists/csv.ts';
import type { InvoiceRow } from '#src/dataProvider/invoices.ts';

/** What a file of invoices holds. */
export const invoiceCsv = (timezone: string): readonly CsvColumn<InvoiceRow>[] => [
  { label: 'Invoice', value: ({ id }) => invoiceNumber(id) },
  { label: 'Invoice ID', value: ({ id }) => id },
  { label: 'First Name', value: ({ contact }) => contact?.firstName },
  { label: 'Last Name', value: ({ contact }) => contact?.lastName },
  { label: 'Email', value: ({ contact }) => contact?.email },
  { label: 'Phone', value: ({ contact }) => displayPhone(contact?.phone) },
  { label: 'Type', value: invoiceRowLabel },
  { label: 'Description', value: invoiceRowText },
  { label: 'Status', value: ({ status }) => invoiceStatusLabel(status) },
  { label: 'Subtotal', value: ({ subtotal }) => subtotal.toFixed(2) },
  { label: 'Tax', value: ({ tax }) => tax.toFixed(2) },
  { label: 'Total', value: ({ total }) => total.toFixed(2) },
  { label: 'Amount Paid', value: ({ paid }) => paid.toFixed(2) },
  { label: 'Amount Due', value: ({ due }) => due.toFixed(2) },
  { label: 'Currency', value: ({ currency }) => currency },
  timeColumn('Created', timezone, ({ createdAt }) => createdAt),
];
