import type { SalesItem } from '#domain/contract/sales-items.ts';

export const selectPrompt = 'Select a location to view and manage sales items';

/** Spec §2: Physical or Digital. */
export const typeText = ({ isPhysicalItem }: Pick<SalesItem, 'isPhysicalItem'>) => (isPhysicalItem ? 'Physical' : 'Digital');

/** Spec §2: the quantity, or N/A for what has no stock. */
export const inventoryText = ({ isPhysicalItem, inventoryQuantity }: Pick<SalesItem, 'isPhysicalItem' | 'inventoryQuantity'>) =>
  isPhysicalItem ? inventoryQuantity.toLocaleString('en-US') : 'N/A';
