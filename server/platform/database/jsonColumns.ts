import type { CartItem, Discount } from '#domain/pos/contract.ts';

/** A parked cart, with names and prices as they were then. */
export interface ParkedCart {
  readonly items: (CartItem & { readonly name: string; readonly price: number })[];
  readonly discount?: Discount;
}

export interface RefundedLine {
  readonly position: number;
  readonly quantity: number;
  readonly restock: boolean;
}

/** The part of a refund that returns one payment. `id` is that of the payment row that records it. */
export interface RefundPart {
  readonly id: string;
  readonly paymentId: string | null;
  readonly intentId: string | null;
  readonly cents: number;
}
