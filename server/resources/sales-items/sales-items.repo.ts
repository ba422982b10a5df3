import { sql, type Insertable, type SqlBool, type Updateable } from 'kysely';
import type { SalesItemListQuery } from '#domain/contract/sales-items.ts';
import type { Tx } from '#server/db/database.ts';
import { isAskedFor, likePattern, offsetOf, orderBy, paginate, totalCount } from '#server/db/paginate.ts';
import type { SalesItemTable, SalesItemTileTable } from '#server/db/schema.ts';
import { nextUpdatedAt, unchangedSince } from '#server/http/optimisticLock.ts';
import { salesItemColumns, type SalesItemRow } from './sales-items.rows.ts';

const sortable = { name: sql`name`, price: sql`price_cents`, createdAt: sql`created_at`, favorites: sql`is_favorite is not true, name` };

export const salesItemsRepo = (tx: Tx) => ({
  page: (query: SalesItemListQuery, locationIds: readonly string[]) =>
    paginate(query, (page) =>
      filtered(tx, query, locationIds)
        .select(salesItemColumns)
        .select(totalCount)
        .orderBy(orderBy(sortable, query, sql`id`))
        .limit(page.limit)
        .offset(offsetOf(page))
        .execute(),
    ),

  /** The categories of these locations' items, by name. */
  async categories(locationIds: readonly string[]): Promise<string[]> {
    const { rows } = await sql<{ category: string }>`
      select distinct t.category from sales_items as i join sales_item_tiles as t on t.sales_item_id = i.id
       where i.location_id = any (${locationIds}::uuid[]) and i.archived_at is null and t.category is not null order by t.category`.execute(tx);
    return rows.map(({ category }) => category);
  },

  /** An item that is not archived. */
  one: (id: string) => live(tx, id).executeTakeFirst(),

  /** Locked: sales and edits wait for the end of the transaction. */
  forUpdate: (id: string) => live(tx, id).forUpdate('i').executeTakeFirst(),

  /** Locked for an update: sales wait, foreign key checks do not. */
  forNoKeyUpdate: (id: string) => live(tx, id).forNoKeyUpdate('i').executeTakeFirst(),

  add: (row: Insertable<SalesItemTable>) => tx.insertInto('sales_items').values(row).execute(),

  /** Updates these columns. False when the row was changed after `expectedUpdatedAt`. */
  async change(id: string, change: Updateable<SalesItemTable>, expectedUpdatedAt: string | undefined): Promise<boolean> {
    const changed = await tx
      .updateTable('sales_items')
      .set({ ...change, updated_at: nextUpdatedAt() })
      .where('id', '=', id)
      .where('archived_at', 'is', null)
      .where(unchangedSince(expectedUpdatedAt))
      .returning('id')
      .executeTakeFirst();
    return changed !== undefined;
  },

  /** Sets these columns of an item's tile. `updatedAt` of the item stays, so that an open form does not become stale. */
  async setTile({ id, company_id, location_id }: Pick<SalesItemRow, 'id' | 'company_id' | 'location_id'>, tile: Updateable<SalesItemTileTable>) {
    if (Object.keys(tile).length === 0) return;
    await tx
      .insertInto('sales_item_tiles')
      .values({ ...tile, sales_item_id: id, company_id, location_id })
      .onConflict((conflict) => conflict.column('sales_item_id').doUpdateSet(tile))
      .execute();
  },

  /** Whether an invoice names the item or reserves stock of it. */
  async wasSold(id: string): Promise<boolean> {
    const { rows } = await sql<{ sold: boolean }>`
      select exists (select from invoice_lines where item_id = ${id}::uuid)
          or exists (select from stock_holds where sales_item_id = ${id}::uuid) as sold`.execute(tx);
    return rows[0]?.sold ?? false;
  },

  archive: (id: string) => tx.updateTable('sales_items').set({ archived_at: sql`now()`, updated_at: nextUpdatedAt() }).where('id', '=', id).execute(),
  unlink: (id: string) => tx.deleteFrom('membership_sales_items').where('sales_item_id', '=', id).execute(),
  remove: (id: string) => tx.deleteFrom('sales_items').where('id', '=', id).execute(),
});

const withTiles = (tx: Tx) => tx.selectFrom('sales_items as i').leftJoin('sales_item_tiles as t', 't.sales_item_id', 'i.id').where('i.archived_at', 'is', null);

const live = (tx: Tx, id: string) => withTiles(tx).select(salesItemColumns).where('i.id', '=', id);

function filtered(tx: Tx, { ids, search, category, barcode }: SalesItemListQuery, locationIds: readonly string[]) {
  let query = withTiles(tx).where(sql<SqlBool>`i.location_id = any (${locationIds}::uuid[])`).where(isAskedFor(sql`i.id`, ids));
  if (category) query = query.where('t.category', '=', category);
  if (barcode) query = query.where('t.barcode', '=', barcode);
  if (!search) return query;
  const pattern = likePattern(search);
  return query.where(sql<SqlBool>`(i.name ilike ${pattern} or i.description collate "und-x-icu" ilike ${pattern})`);
}
