import type { SalesItem } from '#domain/contract/sales-items.ts';

export const selectPrompt = 'Select a location to view and manage sales items';

export const typeText = ({ isPhysicalItem }: Pick<SalesItem, 'isPhysicalItem'>) => (isPhysicalItem ? 'Physical' : 'Digital');

/** The quantity, or N/A for what has no stock. */
export const inventoryText = ({ isPhysicalItem, inventoryQuantity }: Pick<SalesItem, 'isPhysicalItem' | 'inventoryQuantity'>) =>
  isPhysicalItem ? inventoryQuantity.toLocaleString('en-US') : 'N/A';
