import { sql, type SqlBool } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import { conflict } from '#server/http/problem.ts';

/** So many of one sales item; a list of these is merged by item. */
export interface Wanted {
  readonly salesItemId: string;
  readonly quantity: number;
}

interface Stocked {
  readonly id: string;
  readonly name: string;
  readonly inventory_quantity: number;
}

/** Takes what is wanted from the stock of physical items, or answers 409 with the name of the item that is short. */
export async function takeStock(tx: Tx, wanted: readonly Wanted[]): Promise<Wanted[]> {
  const stocked = await locked(tx, wanted);
  const taken: Wanted[] = [];
  for (const { item, quantity } of stocked) {
    if (item.inventory_quantity < quantity) throw conflict(shortOf(item));
    taken.push({ salesItemId: item.id, quantity });
  }
  await changeStock(tx, taken, -1);
  return taken;
}

/** Takes as much of it as there is, for what is paid already; answers what was missing. */
export async function takeWhatIsThere(tx: Tx, wanted: readonly Wanted[]) {
  const stocked = await locked(tx, wanted);
  const parts = stocked.map(({ item, quantity }) => ({ item, quantity, there: Math.min(quantity, item.inventory_quantity) }));
  await changeStock(tx, parts.map(({ item, there }) => ({ salesItemId: item.id, quantity: there })), -1);
  return parts
    .filter(({ there, quantity }) => there < quantity)
    .map(({ item, there, quantity }) => ({ salesItemId: item.id, name: item.name, quantity: quantity - there }));
}

/** Puts held pieces back on the shelf. */
export async function returnStock(tx: Tx, held: readonly Wanted[]): Promise<void> {
  const stocked = await locked(tx, held);
  await changeStock(tx, stocked.map(({ item, quantity }) => ({ salesItemId: item.id, quantity })), 1);
}

/** The physical ones among these, locked in the order of their ids, so that no two carts wait for each other. */
async function locked(tx: Tx, wanted: readonly Wanted[]): Promise<{ item: Stocked; quantity: number }[]> {
  if (wanted.length === 0) return [];
  const quantities = new Map(wanted.map(({ salesItemId, quantity }) => [salesItemId, quantity]));
  const rows = await tx
    .selectFrom('sales_items')
    .select(['id', 'name', 'inventory_quantity'])
    .where(sql<SqlBool>`id = any (${[...quantities.keys()]}::uuid[])`)
    .where('is_physical_item', '=', true)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map((item) => ({ item, quantity: quantities.get(item.id) ?? 0 }));
}

/** A sale does not touch an item's `updated_at`: whoever edits the item meanwhile loses nothing. */
async function changeStock(tx: Tx, moved: readonly Wanted[], sign: 1 | -1): Promise<void> {
  if (moved.length === 0) return;
  const ids = moved.map(({ salesItemId }) => salesItemId);
  const changes = moved.map(({ quantity }) => sign * quantity);
  const change = sql`
    update sales_items as i set inventory_quantity = i.inventory_quantity + m.change
      from unnest(${ids}::uuid[], ${changes}::int[]) as m (id, change)
     where i.id = m.id and i.inventory_quantity + m.change >= 0`;
  await change.execute(tx);
}

const shortOf = ({ name, inventory_quantity: left }: Stocked) =>
  left === 0 ? `${name} is out of stock` : `Only ${left} of ${name} ${left === 1 ? 'is' : 'are'} in stock`;
