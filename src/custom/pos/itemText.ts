import type { SalesItem } from '#domain/sales-items/contract.ts';
import { maxQuantity, type Cart } from './cart.ts';

export const quantityInCart = (cart: Cart, { id }: SalesItem) =>
  cart.find((line) => line.item.id === id)?.quantity ?? 0;

export const stockText = ({ isPhysicalItem, isActive, inventoryQuantity }: SalesItem): string | undefined => {
  if (!isPhysicalItem || !isActive) return undefined;
  return inventoryQuantity > 0 ? `${inventoryQuantity.toLocaleString('en-US')} in stock` : 'Out of stock';
};

export const addText = (item: SalesItem, inCart: number): string => {
  if (!item.isActive) return 'Inactive';
  if (inCart < maxQuantity(item)) return 'Add';
  return inCart > 0 ? 'All in cart' : 'Out of stock';
};
