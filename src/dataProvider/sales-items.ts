import type { SalesItemResponse, SalesItemPage } from '#domain/contract/sales-items.ts';
import { restAdapter } from './adapter.ts';

export const salesItemsAdapter = restAdapter({
  path: 'sales-items',
  rows: ({ salesItems }: SalesItemPage) => salesItems,
  one: ({ salesItem }: SalesItemResponse) => salesItem,
});
