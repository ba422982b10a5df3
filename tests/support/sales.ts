import type { Database } from '#server/platform/database/database.ts';
import type { Caller, Reply } from './server.ts';

/** A company's books, for tests that add up. */
export function createBooks(database: Database, companyId: string) {
  const scoped: Database['scoped'] = (_companies, work) => database.scoped([companyId], work);
  return {
    invoices: () => scoped([], (tx) => tx.selectFrom('invoices').selectAll().orderBy('id').execute()),
    invoicesOf: (contactId: string) =>
      scoped([], (tx) =>
        tx.selectFrom('invoices').selectAll().where('contact_id', '=', contactId).orderBy('id').execute(),
      ),
    invoice: (id: string) =>
      scoped([], (tx) => tx.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirstOrThrow()),
    lines: (id: string) =>
      scoped([], (tx) =>
        tx.selectFrom('invoice_lines').selectAll().where('invoice_id', '=', id).orderBy('position').execute(),
      ),
    payments: (id?: string) =>
      scoped([], (tx) => {
        const all = tx.selectFrom('payments').selectAll().orderBy('id');
        return (id ? all.where('invoice_id', '=', id) : all).execute();
      }),
    stock: async (itemId: string) => {
      const row = await scoped([], (tx) =>
        tx.selectFrom('sales_items').select('inventory_quantity').where('id', '=', itemId).executeTakeFirstOrThrow(),
      );
      return row.inventory_quantity;
    },
    memberships: (contactId: string) =>
      scoped([], (tx) =>
        tx.selectFrom('contact_memberships').selectAll().where('contact_id', '=', contactId).orderBy('id').execute(),
      ),
  };
}
type Books = ReturnType<typeof createBooks>;

const signs = { payment: 0, refund: 1, refund_failed: -1 };

/** What some rows of payments refunded, less what the bank returned. */
export const refundedSum = (
  rows: Awaited<ReturnType<Books['payments']>>,
  column: 'amount_cents' | 'surplus_cents' = 'amount_cents',
): number => rows.reduce((sum, row) => sum + signs[row.kind] * row[column], 0);

interface CartLine {
  salesItemId: string;
  quantity: number;
}

/** The till's requests; with a key, one can be repeated. */
export const createTill = (caller: Caller, locationId: string, contactId: string) => {
  const sell = (how: object) => (items: CartLine[], key?: string) =>
    caller.post('/sales-items/purchase', {
      body: { contactId, locationId, items, notes: 'Point of Sale Transaction', ...how },
      ...(key && { headers: { 'idempotency-key': key } }),
    });
  return {
    cash: sell({ paymentMethod: 'cash' }),
    card: sell({ stripePayment: true }),
    split: (items: CartLine[], cash: object, key?: string) => sell({ stripePayment: true, cash })(items, key),
  };
};

/** Runs `count` calls, this many at a time, and returns the replies in order. */
export async function inParallel(
  count: number,
  width: number,
  call: (index: number) => Promise<Reply>,
): Promise<Reply[]> {
  const replies: Reply[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < count; index = next++) replies[index] = await call(index);
  };
  await Promise.all(Array.from({ length: width }, worker));
  return replies;
}

/** How many replies had which status. */
export const statuses = (replies: readonly Reply[]): Record<number, number> =>
  replies.reduce<Record<number, number>>((sums, { status }) => ({ ...sums, [status]: (sums[status] ?? 0) + 1 }), {});
