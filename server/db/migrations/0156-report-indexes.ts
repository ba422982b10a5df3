import type { NewIndex } from '../buildIndex.ts';

/** For the reports: the few written-off invoices among all of them. */
export const reportIndexes: readonly NewIndex[] = [
  { name: 'invoices_with_write_offs', on: 'invoices (company_id, updated_at) where written_off_cents > 0' },
];
