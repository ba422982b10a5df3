import type { Invoice } from '#domain/contract/invoices.ts';
import type { SalesItemPurchaseBody } from '#domain/contract/pos.ts';
import type { SalesItem } from '#domain/contract/sales-items.ts';
import { mostOf, type Cart, type CartLine } from '#domain/rules/cart.ts';
import { posNotes } from '#domain/rules/limits.ts';
import type { PaymentMethod } from '#domain/rules/paymentStatus.ts';
import type { ContactRow } from '#src/dataProvider/contacts.ts';

/** One press of Complete: what was asked for and the key it is asked with, also after a reload. */
export interface SaleAttempt {
  readonly key: string;
  readonly body: SalesItemPurchaseBody;
  readonly startedAt: number;
  /** Cash that was handed over, where it was typed. */
  readonly receivedCents: number | null;
  /** Nobody here knows whether it happened: the answer has not come, or was lost. */
  readonly isUnsure: boolean;
}

export interface LastSale {
  readonly invoice: Invoice;
  readonly customer: string;
  readonly method: PaymentMethod;
  /** Cash that was handed over, where it was typed. */
  readonly receivedCents: number | null;
}

/** Everything the till knows, as it is kept for the tab. */
export interface TillState {
  readonly step: 'cart' | 'payment';
  readonly contact: ContactRow | null;
  readonly cart: Cart<SalesItem>;
  readonly method: PaymentMethod;
  readonly attempt: SaleAttempt | null;
  /** What the sale of this customer, cart and method will be asked for with: the same in a copy of the tab, so that both make one sale. */
  readonly saleKey?: string;
  readonly lastSale: LastSale | null;
}

/** Spec §4: after a sale cart, customer and intent are gone, and the payment method is cash again. */
export const emptyTill: TillState = { step: 'cart', contact: null, cart: [], method: 'cash', attempt: null, lastSale: null };

/** The body of the sale; null without a customer or with an empty cart (spec §5: then nothing happens). */
export function saleBody({ contact, cart, method }: TillState, locationId: string): SalesItemPurchaseBody | null {
  if (!contact || cart.length === 0) return null;
  return {
    contactId: contact.id,
    locationId,
    items: cart.map(({ item, quantity }) => ({ salesItemId: item.id, quantity })),
    notes: posNotes,
    ...(method === 'cash' ? { paymentMethod: 'cash' } : { stripePayment: true }),
  };
}

/** The server keeps a key for a day: an attempt older than that cannot be asked about any more. */
const askableMs = 23 * 3_600_000;
export const isAskable = ({ startedAt }: SaleAttempt, now: Date): boolean => now.getTime() - startedAt < askableMs;

/** Lines with the prices and stock that were read last; how many of each are wanted stays as it is. */
export function refreshed(cart: Cart<SalesItem>, rows: readonly SalesItem[]): Cart<SalesItem> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return cart.map((line) => ({ ...line, item: byId.get(line.item.id) ?? line.item }));
}

/** Why no more of a line can be sold, in words; undefined while it can. */
export function lineLimit({ item, quantity }: CartLine<SalesItem>): string | undefined {
  if (!item.isActive) return 'Inactive';
  const most = mostOf(item);
  if (quantity < most) return undefined;
  return item.isPhysicalItem ? `Only ${most.toLocaleString('en-US')} in stock` : `At most ${most.toLocaleString('en-US')} in one sale`;
}
