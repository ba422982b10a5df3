import type { Discount } from '#domain/pos/contract.ts';
import { discountCents, lineDiscounts, toDiscountTerms, type DiscountableLine } from '#domain/pos/discounts.ts';
import { quantityMax } from '#domain/shared/limits.ts';
import { toCents, sum } from '#domain/shared/money.ts';
import { computeTotals, type Totals } from '#domain/invoices/totals.ts';

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
  readonly discount?: Discount | undefined;
}

export type Cart<T extends CartableItem = CartableItem> = readonly CartLine<T>[];

export function maxQuantity(item: CartableItem): number {
  if (!item.isActive) return 0;
  return item.isPhysicalItem ? Math.max(0, Math.min(item.inventoryQuantity, quantityMax)) : quantityMax;
}

export const isAtMaxQuantity = ({ item, quantity }: CartLine): boolean => quantity >= maxQuantity(item);

export function setQuantity<T extends CartableItem>(cart: Cart<T>, itemId: string, quantity: number): Cart<T> {
  return cart.flatMap((line) => {
    if (line.item.id !== itemId) return [line];
    const wanted = Math.min(Math.trunc(quantity), maxQuantity(line.item));
    return wanted > 0 ? [{ ...line, quantity: wanted }] : [];
  });
}

export const removeItem = <T extends CartableItem>(cart: Cart<T>, itemId: string): Cart<T> =>
  cart.filter((line) => line.item.id !== itemId);

export function addItem<T extends CartableItem>(cart: Cart<T>, item: T): Cart<T> {
  const line = cart.find((one) => one.item.id === item.id);
  if (line) return setQuantity(cart, item.id, line.quantity + 1);
  return maxQuantity(item) > 0 ? [...cart, { item, quantity: 1 }] : cart;
}

export const setDiscount = <T extends CartableItem>(
  cart: Cart<T>,
  itemId: string,
  discount: Discount | undefined,
): Cart<T> =>
  cart.map((line) =>
    line.item.id === itemId ? { item: line.item, quantity: line.quantity, ...(discount && { discount }) } : line,
  );

export const discountableLine = ({ item, quantity, discount }: CartLine): DiscountableLine => ({
  cents: toCents(item.price) * quantity,
  discount: toDiscountTerms(discount),
});

export const lineDiscountCents = (line: CartLine): number => {
  const { cents, discount } = discountableLine(line);
  return discount ? discountCents(discount, cents) : 0;
};

export const lineTotalCents = (line: CartLine): number =>
  toCents(line.item.price) * line.quantity - lineDiscountCents(line);

/** Subtotal, tax and total of the cart in cents, and what the discount on the sale takes off before. The rate is a fraction. */
export function cartTotals(cart: Cart, rate: number, discount?: Discount): Totals & { readonly saleDiscount: number } {
  const lines = cart.map(discountableLine);
  const taken = lineDiscounts(lines, toDiscountTerms(discount));
  const totals = computeTotals(
    lines.map(({ cents }, index) => ({ unitCents: cents - (taken[index] ?? 0), quantity: 1 })),
    rate,
  );
  return { ...totals, saleDiscount: sum(cart.map(lineTotalCents)) - totals.subtotal };
}
