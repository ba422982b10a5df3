import { columns } from '#server/db/columns.ts';
import type { Tx } from '#server/db/database.ts';

/** The calls that sell, as `idempotency_keys.route` names them. */
const purchaseRoutes = ['POST /api/sales-items/purchase', 'POST /api/memberships/purchase'];

export const purchasesRepo = (tx: Tx) => ({
  /** What is kept of a person's purchase with this key, in the companies of the transaction's scope. */
  attempt: (userId: string, key: string) =>
    tx
      .selectFrom('idempotency_keys')
      .select(['invoice_id', 'status', 'answer'])
      .where('user_id', '=', userId)
      .where('key', '=', key)
      .where('route', 'in', purchaseRoutes)
      .executeTakeFirst(),

  invoice: (id: string) => tx.selectFrom('invoices').select(columns.invoices).where('id', '=', id).executeTakeFirst(),
});
