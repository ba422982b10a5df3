import { chargedSale } from './chargedSale.ts';
import type { PayingGym } from './payingGym.ts';
import { refundedSum } from './sales.ts';

interface How {
  key?: string;
  as?: keyof PayingGym['by'];
}

/** Paid sales of the current gym, and the request that refunds them. */
export function refundingAt(gymOf: () => PayingGym) {
  return {
    /** From a manager by default. */
    refund: (invoiceId: string, body: object, { key, as = 'manager' }: How = {}) =>
      gymOf().by[as].post(`/invoices/${invoiceId}/refunds`, {
        body,
        ...(key && { headers: { 'idempotency-key': key } }),
      }),

    /** Three physical items of ten dollars and tax, paid in cash; six are left in stock. */
    async soldForCash() {
      const gym = gymOf();
      const item = await gym.make.salesItem({ is_physical_item: true, inventory_quantity: 9, price_cents: 1_000 });
      const { body } = await gym.till.cash([{ salesItemId: item, quantity: 3 }]);
      return { invoiceId: String(body.invoice.id), item };
    },

    /** One physical item of ten dollars and tax, paid by card; eight are left in stock. */
    async soldByCard() {
      const gym = gymOf();
      const sale = await chargedSale(gym);
      await gym.deliver(sale.succeeded);
      return sale;
    },

    /** The invoice's own totals, and the sums of its rows. */
    async ledger(invoiceId: string) {
      const { status, paid_cents: paid, refunded_cents: refunded } = await gymOf().books.invoice(invoiceId);
      return { status, paid, refunded, rows: refundedSum(await gymOf().books.payments(invoiceId)) };
    },
  };
}
