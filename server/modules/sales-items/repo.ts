import { sql, type Insertable, type SqlBool, type Updateable } from 'kysely';
import type { SalesItemListQuery } from '#domain/sales-items/contract.ts';
import { type Tx, isTrue } from '#server/platform/database/database.ts';
import { hasExternalId } from '#server/platform/database/externalId.ts';
import { isAskedFor, getOffset, orderBy, paginate, totalCount } from '#server/platform/database/paginate.ts';
import { columns, type SalesItemTable } from '#server/platform/database/schema.ts';
import { hasWordsSql } from '#server/platform/database/textSearch.ts';
import { nextUpdatedAt, unchangedSince } from '#server/platform/http/optimisticLock.ts';

const sortable = {
  name: sql`name`,
  price: sql`price_cents`,
  createdAt: sql`created_at`,
  favorites: sql`not is_favorite, name`,
};

export const salesItemsRepo = (tx: Tx) => ({
  page: (query: SalesItemListQuery, locationIds: readonly string[]) =>
    paginate(query, (page) =>
      selectFiltered(tx, query, locationIds)
        .select(columns.sales_items)
        .select(totalCount)
        .orderBy(orderBy(sortable, query, sql`id`))
        .limit(page.limit)
        .offset(getOffset(page))
        .execute(),
    ),

  /** By name. */
  async categories(locationIds: readonly string[]): Promise<string[]> {
    const { rows } = await sql<{ category: string }>`
      select distinct category from sales_items
       where location_id = any (${locationIds}::uuid[]) and archived_at is null and category is not null order by category`.execute(
      tx,
    );
    return rows.map(({ category }) => category);
  },

  /** The newest deliveries and counts. */
  movements: (id: string, limit: number) =>
    tx
      .selectFrom('stock_movements')
      .select(columns.stock_movements)
      .where('sales_item_id', '=', id)
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),

  one: (id: string) => selectLive(tx, id).executeTakeFirst(),

  /** Sales and edits wait for the end of the transaction. */
  forUpdate: (id: string) => selectLive(tx, id).forUpdate().executeTakeFirst(),

  /** Sales wait, foreign key checks do not. */
  forNoKeyUpdate: (id: string) => selectLive(tx, id).forNoKeyUpdate().executeTakeFirst(),

  add: (row: Insertable<SalesItemTable>) => tx.insertInto('sales_items').values(row).execute(),

  /** False when the row was changed after `expectedUpdatedAt`. */
  async change(
    id: string,
    change: Updateable<SalesItemTable>,
    expectedUpdatedAt: string | undefined,
  ): Promise<boolean> {
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

  /** `updatedAt` of the item stays, so that an open form does not become stale. */
  setImage: (id: string, image: Updateable<SalesItemTable>) =>
    tx.updateTable('sales_items').set(image).where('id', '=', id).execute(),

  /** An invoice names it or reserves stock of it. */
  wasSold: (id: string) =>
    isTrue(
      tx,
      sql`exists (select from invoice_lines where item_id = ${id}::uuid)
          or exists (select from stock_reservations where sales_item_id = ${id}::uuid)`,
    ),

  archive: (id: string) =>
    tx
      .updateTable('sales_items')
      .set({ archived_at: sql`now()`, barcode: null, updated_at: nextUpdatedAt() })
      .where('id', '=', id)
      .execute(),
  unlink: (id: string) => tx.deleteFrom('membership_sales_items').where('sales_item_id', '=', id).execute(),
  remove: (id: string) => tx.deleteFrom('sales_items').where('id', '=', id).execute(),
});

const selectUnarchivedItems = (tx: Tx) => tx.selectFrom('sales_items').where('archived_at', 'is', null);

const selectLive = (tx: Tx, id: string) => selectUnarchivedItems(tx).select(columns.sales_items).where('id', '=', id);

function selectFiltered(
  tx: Tx,
  { ids, search, category, barcode, stock, externalId }: SalesItemListQuery,
  locationIds: readonly string[],
) {
  let query = selectUnarchivedItems(tx)
    .where(sql<SqlBool>`location_id = any (${locationIds}::uuid[])`)
    .where(isAskedFor(sql`id`, ids))
    .where(hasExternalId(sql`external_id`, externalId));
  if (category) query = query.where('category', '=', category);
  if (barcode) query = query.where('barcode', '=', barcode);
  if (stock === 'low')
    query = query.where(
      sql<SqlBool>`is_active and is_physical_item and inventory_quantity <= coalesce(low_stock_level, 0)`,
    );
  return search ? query.where(hasWordsSql([sql`name`, sql`description`], search)) : query;
}
