import type { Discount, ItemSaleBody } from '#domain/pos/contract.ts';
import type { SalesItem } from '#domain/sales-items/contract.ts';
import { posNotes } from '#domain/shared/limits.ts';
import { formatMoney, fromCents } from '#domain/shared/money.ts';
import { cardMethod, drawerMethod } from '#domain/invoices/paymentMethods.ts';
import type { OtherPayment } from '#src/resources/invoices/payments/OtherPaymentFields.tsx';
import type { LastSale } from '#src/resources/invoices/payments/Receipt.tsx';
import { pluralize } from '#src/ui/labels.ts';
import type { ListedContact } from '#src/dataProvider/contacts.ts';
import type { ItemSaleAttempt } from '#src/dataProvider/attempts.ts';
import { createIdempotencyKey } from '#src/dataProvider/http.ts';
import { getMethod, type SaleMethod } from '#src/resources/invoices/payments/salePayment.ts';
import { sessionStorage } from '#src/safeStorage.ts';
import { createListeners } from '#src/listeners.ts';
import { cartTotals, maxQuantity, type Cart, type CartLine } from './cart.ts';

export interface DeskPayment {
  readonly receivedCents: number | null;
  /** Set for a split sale. The card is charged the rest. */
  readonly cashCents?: number | undefined;
  readonly other?: OtherPayment;
}

export interface TillState {
  readonly step: 'cart' | 'payment';
  readonly contact: ListedContact | null;
  readonly cart: Cart<SalesItem>;
  readonly discount?: Discount | undefined;
  /** What has changed since the items were added or the sale was parked, to be read before it is paid. */
  readonly changes?: readonly string[];
  readonly method: SaleMethod;
  /** The idempotency key of the sale of this customer, cart and method. A duplicated tab has the same key, so that both make one sale. */
  readonly saleKey?: string;
  /** The time when the sale was sent first. Its attempt is stored under the key. */
  readonly sentAt?: number | undefined;
  readonly parking?: string | undefined;
  readonly lastSale: LastSale | null;
}

export const emptyTill: TillState = {
  step: 'cart',
  contact: null,
  cart: [],
  method: drawerMethod,
  lastSale: null,
};

export interface TaxedLocation {
  readonly id: string;
  readonly salesTaxRate: number;
}

/** The body of the sale, with the total that is shown; null without a customer or with an empty cart. */
export function saleBody(
  { contact, cart, discount, method }: TillState,
  { id: locationId, salesTaxRate }: TaxedLocation,
  { other, receivedCents, cashCents }: DeskPayment,
): ItemSaleBody | null {
  if (!contact || cart.length === 0) return null;
  if (method === 'split' && cashCents === undefined) return null;
  const { total } = cartTotals(cart, salesTaxRate, discount);
  // A sale of nothing has no payment, so its method does not matter.
  const tendered = receivedCents !== null && { tendered: fromCents(receivedCents) };
  return {
    contactId: contact.id,
    locationId,
    ...soldIn({ cart, discount }),
    notes: posNotes,
    expectedTotal: fromCents(total),
    ...(total === 0 ? { paymentMethod: drawerMethod } : toPayment()),
  };

  function toPayment() {
    if (method === 'split')
      return { stripePayment: true as const, cash: { amount: fromCents(cashCents ?? 0), ...tendered } };
    if (method === cardMethod) return { stripePayment: true as const };
    return { paymentMethod: method, ...other, ...(method === drawerMethod && tendered) };
  }
}

export const soldIn = ({ cart, discount }: Pick<TillState, 'cart' | 'discount'>) => ({
  items: cart.map((line) => ({
    salesItemId: line.item.id,
    quantity: line.quantity,
    ...(line.discount && { discount: line.discount }),
  })),
  ...(discount && { discount }),
});

/** No more of the contact than the till shows. */
export const shownContact = (contact: ListedContact): ListedContact => {
  const { id, firstName, lastName, email, phone, homeLocationId, thumbnailUrl, previewUrl, originalUrl } = contact;
  const summary = { id, firstName, lastName, email, phone, homeLocationId, thumbnailUrl, previewUrl, originalUrl };
  return { ...summary, homeLocation: null, ...(contact.isNameOnly && { isNameOnly: true }) };
};

/** A changed sale gets a new key. */
export const resetAttempt = (till: TillState): TillState => ({
  ...till,
  sentAt: undefined,
  saleKey: createIdempotencyKey(),
});

export const reopenSale = ({ key, body, startedAt, contact, cart }: ItemSaleAttempt): TillState => ({
  ...emptyTill,
  step: 'payment',
  contact,
  cart,
  discount: body.discount,
  method: getMethod(body),
  saleKey: key,
  sentAt: startedAt,
});

/**
 * The newest prices and stock; `gone` items leave the cart. The quantities stay, and the till says what has changed. Rows of a cached
 * list may be older than the cart.
 */
export function refreshed(till: TillState, rows: readonly SalesItem[], gone: readonly string[]): TillState {
  const updatedAtById = new Map(till.cart.map(({ item }) => [item.id, item.updatedAt]));
  const byId = new Map(
    rows.filter(({ id, updatedAt }) => updatedAt >= (updatedAtById.get(id) ?? '')).map((row) => [row.id, row]),
  );
  const isGone = ({ item }: CartLine) => gone.includes(item.id);
  const cart = till.cart
    .filter((line) => !isGone(line))
    .map((line) => ({ ...line, item: byId.get(line.item.id) ?? line.item }));
  const news = till.cart.flatMap((line) => {
    const { id, name, price } = line.item;
    const item = byId.get(id);
    const texts = isGone(line) ? [noLongerSold(name)] : item ? priceChanges(item, price) : [];
    return texts.map((text) => ({ name, text }));
  });
  if (news.length === 0) return { ...till, cart };
  // An older price of the same item is no longer right.
  const before = (till.changes ?? []).filter((change) => !news.some(({ name }) => change.startsWith(costs(name))));
  const changes = [...new Set([...before, ...news.map(({ text }) => text)])];
  const fresh = {
    ...(cart.length < till.cart.length ? resetAttempt(withCart(till, cart)) : { ...till, cart }),
    changes,
  };
  return cart.length === 0 ? { ...fresh, step: 'cart' } : fresh;
}

export const noLongerSold = (name: string) => `${name} is no longer sold.`;

export const priceChanges = ({ name, price }: SalesItem, before: number): string[] =>
  price === before ? [] : [`${costs(name)}${formatMoney(price)} now. It was ${formatMoney(before)}.`];

const costs = (name: string) => `${name} costs `;

/** Removing the last line ends the sale, and removes what belongs to it as a whole. */
export const withCart = (till: TillState, cart: Cart<SalesItem>): TillState => ({
  ...till,
  cart,
  ...(cart.length === 0 && { discount: undefined, changes: [], parking: undefined }),
});

export function lineLimit({ item, quantity }: CartLine<SalesItem>): string | undefined {
  if (!item.isActive) return 'Inactive';
  const most = maxQuantity(item);
  if (quantity < most) return undefined;
  return item.isPhysicalItem
    ? `Only ${most.toLocaleString('en-US')} in stock`
    : `At most ${most.toLocaleString('en-US')} in one sale`;
}

export const piecesText = (count: number): string => pluralize(count, 'item');

const toStorageKey = (userId: string | undefined, locationId: string) => `till.${userId}.${locationId}`;

/** A user's till at a location, as this tab last stored it. It outlives the session, as a form's draft does. */
export const storedTill = (userId: string | undefined, locationId: string): string | null =>
  sessionStorage.getItem(toStorageKey(userId, locationId));

export const parseTill = (text: string | null): TillState | undefined => {
  try {
    return JSON.parse(text ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
};

const { listen, notify } = createListeners();

/** Calls back whenever a till is stored. */
export const onTillWritten = listen;

/** Stores it; an empty till is removed from the store. */
export const writeTill = (userId: string | undefined, locationId: string, till: TillState) => {
  const name = toStorageKey(userId, locationId);
  const { contact, cart, changes = [], sentAt, lastSale } = till;
  const isEmpty = !contact && cart.length === 0 && changes.length === 0 && !sentAt && !lastSale;
  if (isEmpty) sessionStorage.removeItem(name);
  else sessionStorage.setItem(name, JSON.stringify(till));
  notify();
};
