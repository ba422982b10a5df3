import type { CardSaleAnswer, CashSaleAnswer, SalesItemPurchaseBody } from '#domain/contract/pos.ts';
import { http } from './http.ts';

/** An older API answers a card sale without an intent. */
export type SaleAnswer = CashSaleAnswer | (Omit<CardSaleAnswer, 'paymentIntent'> & Partial<Pick<CardSaleAnswer, 'paymentIntent'>>);

export const posActions = {
  /** Sells the till's cart. The same key and body sell it once, however often they are sent. */
  sellItems: (body: SalesItemPurchaseBody, idempotencyKey: string) =>
    http<SaleAnswer>('/sales-items/purchase', { method: 'POST', body, idempotencyKey }),
};
