import { paths } from '#src/paths.ts';

/** What the pages of one sales item have in common: their way back and their words for a failure. */
export const salesItemPage = {
  resource: 'sales-items',
  title: 'Sales item',
  back: { to: paths.salesItems.list, label: 'Back to Sales Items' },
  errorText: (message: string) => `Error loading sales item: ${message}`,
  fallback: 'Failed to fetch sales item',
};
