import type { SalesItem } from './contract.ts';

type Stocked = Pick<SalesItem, 'isActive' | 'isPhysicalItem' | 'inventoryQuantity' | 'lowStockLevel'>;

/** Only items that can be sold are ordered again. */
export const isStockLow = ({ isActive, isPhysicalItem, inventoryQuantity, lowStockLevel }: Stocked): boolean =>
  isActive && isPhysicalItem && inventoryQuantity <= (lowStockLevel ?? 0);

/** In percent of the price. Undefined without a price. */
export const marginPercent = (price: number, cost: number): number | undefined =>
  price === 0 ? undefined : Math.round(((price - cost) / price) * 100);
