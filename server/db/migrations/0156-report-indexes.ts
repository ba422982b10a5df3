import type { NewIndex } from '../buildIndex.ts';

/** For the reports: the few payments that are refunds and the few invoices that were written off, among all of them. */
export const reportIndexes: readonly NewIndex[] = [
  { name: 'payments_refunded', on: "payments (company_id, created_at) where status = 'refunded'" },
  { name: 'invoices_written_off', on: 'invoices (company_id, updated_at) where written_off_cents > 0' },
];
