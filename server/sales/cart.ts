import { sql, type SqlBool } from 'kysely';
import type { SalesItemPurchaseBody } from '#domain/contract/pos.ts';
import type { Tx } from '#server/db/database.ts';
import { conflict, notFound, raise } from '#server/http/problem.ts';
import type { SaleLine } from '#server/invoicing/invoices.ts';
import type { ItemQuantity } from '#server/invoicing/stock.ts';

/** Merges a cart's lines by item, in the order of the ids, which is the order in which stock is locked. */
export function mergeItems(items: readonly ItemQuantity[]): ItemQuantity[] {
  const sums = new Map<string, number>();
  for (const { salesItemId, quantity } of items) sums.set(salesItemId, (sums.get(salesItemId) ?? 0) + quantity);
  return [...sums]
    .map(([salesItemId, quantity]) => ({ salesItemId, quantity }))
    .toSorted((a, b) => (a.salesItemId < b.salesItemId ? -1 : 1));
}

/** The cart as invoice lines at today's prices. Refuses an item that is not sold at this location or is inactive. */
export async function priceCart(tx: Tx, cart: SalesItemPurchaseBody['items'], locationId: string): Promise<SaleLine[]> {
  const wanted = mergeItems(cart);
  const rows = await tx
    .selectFrom('sales_items')
    .select(['id', 'name', 'description', 'price_cents', 'is_active'])
    .where(sql<SqlBool>`id = any (${wanted.map(({ salesItemId }) => salesItemId)}::uuid[])`)
    .where('location_id', '=', locationId)
    .where('archived_at', 'is', null)
    .execute();
  const items = new Map(rows.map((row) => [row.id, row]));
  return wanted.map(({ salesItemId, quantity }) => {
    const item = items.get(salesItemId) ?? raise(notFound('Sales item'));
    if (!item.is_active) throw conflict(`${item.name} is inactive and cannot be sold`);
    return {
      type: 'sales_item',
      item_id: item.id,
      name: item.name,
      description: item.description,
      quantity,
      price_cents: item.price_cents,
      total_cents: item.price_cents * quantity,
    };
  });
}
