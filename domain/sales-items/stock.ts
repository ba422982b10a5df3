import type { SalesItem } from './contract.ts';

type Stocked = Pick<SalesItem, 'isActive' | 'isPhysicalItem' | 'inventoryQuantity' | 'lowStockLevel'>;

/** Whether it should be ordered again: it can be sold, and little or nothing is left. */
export const isStockLow = ({ isActive, isPhysicalItem, inventoryQuantity, lowStockLevel }: Stocked): boolean =>
  isActive && isPhysicalItem && inventoryQuantity <= (lowStockLevel ?? 0);

/** What is left of the price after the cost, in percent of the price; undefined without a price. */
export const marginPercent = (price: number, cost: number): number | undefined =>
  price === 0 ? undefined : Math.round(((price - cost) / price) * 100);
