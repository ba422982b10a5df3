import type { SalesItemPage, SalesItemResponse } from '#domain/sales-items/contract.ts';
import { restResource } from './restResource.ts';
import { staleBy } from './stale.ts';

export const salesItemsResource = restResource({
  path: 'sales-items',
  stale: staleBy['sales-items'],
  rows: ({ salesItems }: SalesItemPage) => salesItems,
  one: ({ salesItem }: SalesItemResponse) => salesItem,
});
