import { sql, type Insertable, type Selectable, type SqlBool, type Updateable } from 'kysely';
import type { SalesItem, SalesItemListQuery } from '#domain/contract/sales-items.ts';
import { fromCents } from '#domain/rules/money.ts';
import { columns } from '#server/db/columns.ts';
import type { Tx } from '#server/db/database.ts';
import { likePattern, offsetOf, orderBy, paginate, totalCount } from '#server/db/paginate.ts';
import type { SalesItemTable } from '#server/db/schema.ts';
import { nextUpdatedAt, unchangedSince } from '#server/http/optimisticLock.ts';

export type SalesItemRow = Selectable<SalesItemTable>;

export const toSalesItem = (row: SalesItemRow): SalesItem => ({
  id: row.id,
  locationId: row.location_id,
  name: row.name,
  description: row.description || null,
  price: fromCents(row.price_cents),
  isActive: row.is_active,
  isPublished: row.is_published,
  isPhysicalItem: row.is_physical_item,
  inventoryQuantity: row.inventory_quantity,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

const sortable = { name: sql`name`, price: sql`price_cents`, createdAt: sql`created_at` };

export const salesItemsRepo = (tx: Tx) => ({
  page: (query: SalesItemListQuery, locationIds: readonly string[]) =>
    paginate(query, (page) =>
      filtered(tx, query, locationIds)
        .select(columns.sales_items)
        .select(totalCount)
        .orderBy(orderBy(sortable, query, sql`id`))
        .limit(page.limit)
        .offset(offsetOf(page))
        .execute(),
    ),

  /** An item that is not archived. */
  one: (id: string) => live(tx, id).executeTakeFirst(),

  /** Locked: sales and edits wait for the end of the transaction. */
  forUpdate: (id: string) => live(tx, id).forUpdate().executeTakeFirst(),

  /** Locked for an update: sales wait, foreign key checks do not. */
  forNoKeyUpdate: (id: string) => live(tx, id).forNoKeyUpdate().executeTakeFirst(),

  add: (row: Insertable<SalesItemTable>) => tx.insertInto('sales_items').values(row).returning(columns.sales_items).executeTakeFirstOrThrow(),

  /** Updates these columns. Undefined when the row was changed after `expectedUpdatedAt`. */
  change: (id: string, change: Updateable<SalesItemTable>, expectedUpdatedAt: string | undefined) =>
    tx
      .updateTable('sales_items')
      .set({ ...change, updated_at: nextUpdatedAt })
      .where('id', '=', id)
      .where('archived_at', 'is', null)
      .where(unchangedSince(expectedUpdatedAt))
      .returning(columns.sales_items)
      .executeTakeFirst(),

  /** Whether an invoice names the item or reserves stock of it. */
  async wasSold(id: string): Promise<boolean> {
    const { rows } = await sql<{ sold: boolean }>`
      select exists (select from invoice_lines where item_id = ${id}::uuid)
          or exists (select from stock_holds where sales_item_id = ${id}::uuid) as sold`.execute(tx);
    return rows[0]?.sold ?? false;
  },

  archive: (id: string) => tx.updateTable('sales_items').set({ archived_at: sql`now()`, updated_at: nextUpdatedAt }).where('id', '=', id).execute(),
  unlink: (id: string) => tx.deleteFrom('membership_sales_items').where('sales_item_id', '=', id).execute(),
  remove: (id: string) => tx.deleteFrom('sales_items').where('id', '=', id).execute(),
});

const live = (tx: Tx, id: string) => tx.selectFrom('sales_items').select(columns.sales_items).where('id', '=', id).where('archived_at', 'is', null);

function filtered(tx: Tx, { search }: SalesItemListQuery, locationIds: readonly string[]) {
  const query = tx
    .selectFrom('sales_items as i')
    .where(sql<SqlBool>`i.location_id = any (${locationIds}::uuid[])`)
    .where('i.archived_at', 'is', null);
  if (!search) return query;
  const pattern = likePattern(search);
  return query.where(sql<SqlBool>`(i.name ilike ${pattern} or i.description collate "und-x-icu" ilike ${pattern})`);
}
