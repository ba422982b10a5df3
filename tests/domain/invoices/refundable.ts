import { type RefundRequest, type RefundableInvoice } from '#domain/invoices/refunds.ts';

export const water = { name: 'Water', quantity: 3, total: 900, refunded: 0, isStocked: true };
export const towel = { name: 'Towel', quantity: 1, total: 1_000, refunded: 0, isStocked: false };
export const cash = { id: 'cash', amount: 1_000, refunded: 0, isByCard: false };
export const card = { id: 'card', amount: 1_052, refunded: 0, isByCard: true };
/** The bank has taken this back of it. */
export const disputedCard = (cents: number) => ({
  ...card,
  isByCard: false,
  disputed: cents,
  cardRefusal: 'disputed' as const,
});
/** $19.00 and 8 % tax, paid in cash and then by card. */
export const invoice: RefundableInvoice = {
  tax: 152,
  paid: 2_052,
  refunded: 0,
  currency: 'USD',
  lines: [water, towel],
  payments: [cash, card],
};
export const toCard = (request: Partial<RefundRequest> = {}): RefundRequest => ({ destination: 'card', ...request });
export const inCash = (request: Partial<RefundRequest> = {}): RefundRequest => ({ destination: 'cash', ...request });
