import type { NewIndex } from '../buildIndex.ts';

/** For looking up a payment's keys, an item's reserved stock, and a company's renewals. */
export const indexes: readonly NewIndex[] = [
  { name: 'idempotency_keys_invoice', on: 'idempotency_keys (invoice_id) where invoice_id is not null' },
  { name: 'stock_holds_item', on: 'stock_holds (sales_item_id)' },
  { name: 'renewals_company', on: 'renewals (company_id, status)' },
];
