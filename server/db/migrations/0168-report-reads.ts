import type { NewIndex } from '../buildIndex.ts';

/**
 * For the reports over a year: the few denied check-ins with their reason; the lines of invoices with more than one line; and
 * completed payments by time, with all the columns that are summed.
 */
export const reportReads: readonly NewIndex[] = [
  { name: 'checkins_denied', on: 'checkins (location_id, checkin_time) include (company_id, reason) where not access_granted' },
  { name: 'invoice_lines_further', on: 'invoice_lines (invoice_id) include (company_id) where position > 0' },
  { name: 'payments_completed', on: `payments (company_id, created_at) include (invoice_id, amount_cents, method, other_method) where status = 'completed'` },
];
