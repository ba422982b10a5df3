import type { NewIndex } from '../buildIndex.ts';

/** The accounts that a company's accounting export books to. */
export const accounting = /* sql */ `
alter table company_settings add column accounting jsonb not null default '{}';
`;

/** Invoices that were voided or written off, even if they were paid later: there are few. */
export const closedInvoiceIndexes: readonly NewIndex[] = [
  { name: 'invoices_closed', on: 'invoices (location_id) where closed_reason is not null or written_off_cents > 0' },
];
