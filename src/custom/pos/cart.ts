import { quantityMax } from '#domain/rules/limits.ts';
import { toCents } from '#domain/rules/money.ts';
import { totalsOf, type Totals } from '#domain/rules/totals.ts';

/** The part of a sales item that the till needs. The price is in dollars. */
export interface CartableItem {
  readonly id: string;
  readonly name: string;
  readonly price: number;
  readonly isActive: boolean;
  readonly isPhysicalItem: boolean;
  readonly inventoryQuantity: number;
}

export interface CartLine<T extends CartableItem = CartableItem> {
  readonly item: T;
  readonly quantity: number;
}

export type Cart<T extends CartableItem = CartableItem> = readonly CartLine<T>[];

/** The largest quantity a cart can hold: the stock for physical items, 0 for inactive ones. */
export function maxQuantity(item: CartableItem): number {
  if (!item.isActive) return 0;
  return item.isPhysicalItem ? Math.max(0, Math.min(item.inventoryQuantity, quantityMax)) : quantityMax;
}

export const isAtMaxQuantity = ({ item, quantity }: CartLine): boolean => quantity >= maxQuantity(item);

/** A quantity of zero or less removes the line. A quantity above the stock is reduced to the stock. */
export function setQuantity<T extends CartableItem>(cart: Cart<T>, itemId: string, quantity: number): Cart<T> {
  return cart.flatMap((line) => {
    if (line.item.id !== itemId) return [line];
    const wanted = Math.min(Math.trunc(quantity), maxQuantity(line.item));
    return wanted > 0 ? [{ ...line, quantity: wanted }] : [];
  });
}

export const removeItem = <T extends CartableItem>(cart: Cart<T>, itemId: string): Cart<T> =>
  cart.filter((line) => line.item.id !== itemId);

/** Adding an item that is in the cart increments its quantity, up to the stock. */
export function addItem<T extends CartableItem>(cart: Cart<T>, item: T): Cart<T> {
  const line = cart.find((held) => held.item.id === item.id);
  if (line) return setQuantity(cart, item.id, line.quantity + 1);
  return maxQuantity(item) > 0 ? [...cart, { item, quantity: 1 }] : cart;
}

export const lineTotalCents = ({ item, quantity }: CartLine): number => toCents(item.price) * quantity;

/** Subtotal, tax and total of the cart in cents. The rate is a fraction. */
export const cartTotals = (cart: Cart, rate: number): Totals =>
  totalsOf(
    cart.map(({ item, quantity }) => ({ unitCents: toCents(item.price), quantity })),
    rate,
  );
