import { dayRangeText, shortDate, sortableTime } from '#domain/shared/dateText.ts';
import type { CsvColumn } from '#domain/shared/csv.ts';
import { shortInvoiceId } from '#domain/invoices/printedInvoice.ts';
import { lineItemTypeLabel } from '#domain/invoices/invoiceDescription.ts';
import { perMethod } from '#domain/invoices/paymentMethods.ts';
import type { LedgerAccount, PostingKind } from './accounts.ts';
import type { LedgerEntry, LedgerPosting } from './contract.ts';

export const postingKindLabels: Record<PostingKind, string> = {
  invoice: 'Sale',
  void: 'Void',
  payment: 'Payment',
  refund: 'Refund',
  refund_failed: 'Refund returned by the bank',
  write_off: 'Write-off',
  write_off_paid: 'Payment after write-off',
  dispute: 'Dispute',
  dispute_won: 'Dispute won',
  cash_movement: 'Cash in or out',
  drawer_count: 'Drawer count',
};

export const accountLabels: Record<LedgerAccount, string> = {
  receivable: 'Receivable',
  revenue: 'Revenue',
  discount: 'Discounts',
  tax: 'Sales tax',
  ...perMethod(({ label }) => label),
  other: 'Other payments',
  refunds: 'Refunds',
  write_offs: 'Write-offs',
  cash_rounding: 'Cash rounding',
  over_short: 'Cash over and short',
  cash_in_out: 'Cash in and out',
  disputes: 'Disputes',
  opening_balance: 'Opening balances',
};

/** 'Towel', or by which other method it was paid. */
export const entryDetail = ({ name, method }: LedgerEntry): string | undefined => name ?? method;

interface FileRow {
  readonly posting: LedgerPosting;
  readonly entry: LedgerEntry;
}

/** One line for each entry. Times are those of the posting's location. */
export const ledgerCsv = (
  locations: ReadonlyMap<string, { readonly name: string; readonly timezone: string }>,
): readonly CsvColumn<FileRow>[] => [
  { label: 'Day', value: ({ posting }) => posting.day },
  {
    label: 'Time',
    value: ({ posting: { at, locationId } }) => sortableTime(at, locations.get(locationId)?.timezone ?? 'UTC'),
  },
  { label: 'Location', value: ({ posting }) => locations.get(posting.locationId)?.name },
  { label: 'What', value: ({ posting }) => postingKindLabels[posting.kind] },
  { label: 'Account', value: ({ entry }) => accountLabels[entry.account] },
  { label: 'Debit', value: ({ entry }) => amount(entry.debit) },
  { label: 'Credit', value: ({ entry }) => amount(entry.credit) },
  { label: 'Category', value: ({ entry }) => entry.category && lineItemTypeLabel(entry.category) },
  { label: 'Item', value: ({ entry }) => entry.name },
  { label: 'Method', value: ({ entry }) => entry.method },
  { label: 'Sold By', value: ({ entry }) => entry.soldBy },
  { label: 'Customer', value: ({ posting }) => posting.contact?.name },
  { label: 'Invoice', value: ({ posting }) => invoiceName(posting) },
  { label: 'Drawer', value: ({ posting }) => posting.drawerNumber },
  { label: 'By', value: ({ posting }) => posting.actor.name },
];

/** Its number, or the title of one that has none yet. */
export const invoiceName = ({ invoiceId, invoiceNumber }: Pick<LedgerPosting, 'invoiceId' | 'invoiceNumber'>) =>
  invoiceNumber ?? (invoiceId && `Invoice #${shortInvoiceId(invoiceId)}`);

const amount = (dollars: number) => (dollars === 0 ? null : dollars.toFixed(2));

/** 'Until Nov 22, 2026' and the like, for a period that may be open at both ends. */
export function openPeriodText({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }) {
  if (from && to) return dayRangeText(from, to);
  if (to) return `Until ${shortDate(to, 'UTC')}`;
  return from ? `Since ${shortDate(from, 'UTC')}` : 'All days';
}
