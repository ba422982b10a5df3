import type { SalesItem } from '#domain/contract/sales-items.ts';
import { timeColumn, type CsvColumn } from '#src/custom/lists/csv.ts';
import { typeText } from './salesItemText.ts';

export const salesItemCsv = (timezone: string): readonly CsvColumn<SalesItem>[] => [
  { label: 'Item', value: ({ name }) => name },
  { label: 'Description', value: ({ description }) => description },
  { label: 'Price', value: ({ price }) => price },
  { label: 'Status', value: ({ isActive }) => (isActive ? 'Active' : 'Inactive') },
  { label: 'Published', value: ({ isPublished }) => (isPublished ? 'Published' : 'Unpublished') },
  { label: 'Type', value: typeText },
  { label: 'Inventory', value: ({ isPhysicalItem, inventoryQuantity }) => (isPhysicalItem ? inventoryQuantity : 'N/A') },
  timeColumn('Created', timezone, ({ createdAt }) => createdAt),
];
