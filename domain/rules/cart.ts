import { quantityMax } from './limits.ts';
import { toCents } from './money.ts';
import { totalsOf } from './totals.ts';
import type { Totals } from './totals.ts';

/** What the till needs to know of a sales item; the price is the wire's dollars. */
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

/** The most of an item a cart can hold: its stock when it is physical, nothing when it is inactive. */
export function mostOf(item: CartableItem): number {
  if (!item.isActive) return 0;
  return item.isPhysicalItem ? Math.max(0, Math.min(item.inventoryQuantity, quantityMax)) : quantityMax;
}

export const isAtMost = ({ item, quantity }: CartLine): boolean => quantity >= mostOf(item);

/** A quantity of zero or below removes the line; one above the stock stops at the stock. */
export function setQuantity<T extends CartableItem>(cart: Cart<T>, itemId: string, quantity: number): Cart<T> {
  return cart.flatMap((line) => {
    if (line.item.id !== itemId) return [line];
    const wanted = Math.min(Math.trunc(quantity), mostOf(line.item));
    return wanted > 0 ? [{ ...line, quantity: wanted }] : [];
  });
}

export const removeItem = <T extends CartableItem>(cart: Cart<T>, itemId: string): Cart<T> =>
  cart.filter((line) => line.item.id !== itemId);

/** Adding an item that is there increments its quantity, up to its stock. */
export function addItem<T extends CartableItem>(cart: Cart<T>, item: T): Cart<T> {
  const line = cart.find((held) => held.item.id === item.id);
  if (line) return setQuantity(cart, item.id, line.quantity + 1);
  return mostOf(item) > 0 ? [...cart, { item, quantity: 1 }] : cart;
}

export const lineTotalCents = ({ item, quantity }: CartLine): number => toCents(item.price) * quantity;

/** Subtotal, tax and total of the cart in cents; the rate is the location's fraction. */
export const cartTotals = (cart: Cart, rate: number): Totals =>
  totalsOf(
    cart.map(({ item, quantity }) => ({ unitCents: toCents(item.price), quantity })),
    rate,
  );
