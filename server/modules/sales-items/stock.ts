import { sql, type SqlBool } from 'kysely';
import type { Tx } from '#server/platform/database/database.ts';
import type { InvoiceRow } from '#server/platform/database/schema.ts';
import { conflict } from '#server/platform/http/problem.ts';

/** A list of these names each item once. */
interface ItemQuantity {
  readonly salesItemId: string;
  readonly quantity: number;
}

/** In the order of the ids, which is the order in which stock is locked. */
export function mergeItems(items: readonly ItemQuantity[]): ItemQuantity[] {
  return mergeBy(items, ({ salesItemId }) => salesItemId).map(({ salesItemId, quantity }) => ({
    salesItemId,
    quantity,
  }));
}

export function mergeBy<T extends ItemQuantity>(items: readonly T[], keyOf: (item: T, index: number) => string): T[] {
  const sums = new Map<string, T>();
  for (const [index, item] of items.entries()) {
    const key = keyOf(item, index);
    sums.set(key, { ...item, quantity: (sums.get(key)?.quantity ?? 0) + item.quantity });
  }
  return [...sums.values()].toSorted((a, b) =>
    a.salesItemId === b.salesItemId ? 0 : a.salesItemId < b.salesItemId ? -1 : 1,
  );
}

/** Refuses with 409 and the name of the first item that is short. */
export async function takeStock(tx: Tx, items: readonly ItemQuantity[]): Promise<ItemQuantity[]> {
  const stocked = (await lockItems(tx, items)).filter(({ item }) => item.is_physical_item);
  const short = stocked.find(({ item, quantity }) => item.inventory_quantity < quantity);
  if (short) throw conflict(toShortage(short.item));
  const taken = stocked.map(({ item, quantity }) => ({ salesItemId: item.id, quantity }));
  await changeStock(tx, taken, -1);
  return taken;
}

/** The payment commits the reservation; a void releases it. */
export async function reserveStock(
  tx: Tx,
  { id, company_id }: InvoiceRow,
  items: readonly ItemQuantity[],
): Promise<void> {
  for (const { salesItemId, quantity } of await takeStock(tx, items)) {
    const reservation = { invoice_id: id, sales_item_id: salesItemId, company_id, quantity };
    await tx.insertInto('stock_reservations').values(reservation).execute();
  }
}

/** The invoice is paid. Stock that was released before is taken again, as far as it is available. Returns what is short. */
export async function commitReservations(tx: Tx, invoiceId: string) {
  await moveReservations(tx, invoiceId, 'reserved', 'sold');
  return takeAvailable(tx, await moveReservations(tx, invoiceId, 'returned', 'sold'));
}

/** The invoice was given up. */
export async function releaseReservations(tx: Tx, invoiceId: string): Promise<void> {
  await returnStock(tx, await moveReservations(tx, invoiceId, 'reserved', 'returned'));
}

/** Even if the item is no longer physical. */
export async function returnStock(tx: Tx, items: readonly ItemQuantity[]): Promise<void> {
  const stocked = await lockItems(tx, items);
  await changeStock(
    tx,
    stocked.map(({ item, quantity }) => ({ salesItemId: item.id, quantity })),
    1,
  );
}

async function moveReservations(
  tx: Tx,
  invoiceId: string,
  from: 'reserved' | 'returned',
  to: 'sold' | 'returned',
): Promise<ItemQuantity[]> {
  const rows = await tx
    .updateTable('stock_reservations')
    .set({ state: to })
    .where('invoice_id', '=', invoiceId)
    .where('state', '=', from)
    .returning(['sales_item_id', 'quantity'])
    .execute();
  return rows.map((row) => ({ salesItemId: row.sales_item_id, quantity: row.quantity }));
}

async function takeAvailable(tx: Tx, items: readonly ItemQuantity[]) {
  const stocked = await lockItems(tx, items);
  const parts = stocked.map(({ item, quantity }) => ({
    item,
    quantity,
    available: Math.min(quantity, item.inventory_quantity),
  }));
  await changeStock(
    tx,
    parts.map(({ item, available }) => ({ salesItemId: item.id, quantity: available })),
    -1,
  );
  return parts
    .filter(({ available, quantity }) => available < quantity)
    .map(({ item, available, quantity }) => ({
      salesItemId: item.id,
      name: item.name,
      quantity: quantity - available,
    }));
}

interface StockedItem {
  readonly id: string;
  readonly name: string;
  readonly is_physical_item: boolean;
  readonly inventory_quantity: number;
}

/** Locks in the order of their ids, so that two carts never deadlock. */
async function lockItems(tx: Tx, items: readonly ItemQuantity[]): Promise<{ item: StockedItem; quantity: number }[]> {
  if (items.length === 0) return [];
  const quantities = new Map(items.map(({ salesItemId, quantity }) => [salesItemId, quantity]));
  const rows = await tx
    .selectFrom('sales_items')
    .select(['id', 'name', 'is_physical_item', 'inventory_quantity'])
    .where(sql<SqlBool>`id = any (${[...quantities.keys()]}::uuid[])`)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map((item) => ({ item, quantity: quantities.get(item.id) ?? 0 }));
}

/** Leaves `updated_at` alone, so that a sale does not conflict with an edit of the item. */
async function changeStock(tx: Tx, items: readonly ItemQuantity[], sign: 1 | -1): Promise<void> {
  if (items.length === 0) return;
  const ids = items.map(({ salesItemId }) => salesItemId);
  const changes = items.map(({ quantity }) => sign * quantity);
  const change = sql`
    update sales_items as i set inventory_quantity = i.inventory_quantity + m.change
      from unnest(${ids}::uuid[], ${changes}::int[]) as m (id, change)
     where i.id = m.id and i.inventory_quantity + m.change >= 0`;
  await change.execute(tx);
}

const toShortage = ({ name, inventory_quantity: left }: StockedItem) =>
  left === 0 ? `${name} is out of stock` : `Only ${left} of ${name} ${left === 1 ? 'is' : 'are'} in stock`;
