import type { Selectable } from 'kysely';
import type { SalesItem, SalesItemFields } from '#domain/contract/sales-items.ts';
import { fromCents } from '#domain/rules/money.ts';
import type { LoggedKind } from '#server/activity/logActivity.ts';
import { columnsOf } from '#server/db/columns.ts';
import type { SalesItemTable, SalesItemTileTable } from '#server/db/schema.ts';

type Tile = Omit<Selectable<SalesItemTileTable>, 'sales_item_id' | 'company_id' | 'location_id'>;

/** An item `i`, with its tile `t` if it has one. */
export type SalesItemRow = Selectable<SalesItemTable> & { [C in keyof Tile]: Tile[C] | null };

/** The columns of an item that is left joined with its tile. */
export const salesItemColumns = [
  ...columnsOf('sales_items', 'i'),
  't.category',
  't.barcode',
  't.is_favorite',
  't.image_original_key',
  't.image_preview_key',
  't.image_thumbnail_key',
  't.image_file_name',
] as const;

export const toFields = (row: SalesItemRow): SalesItemFields => ({
  id: row.id,
  locationId: row.location_id,
  name: row.name,
  description: row.description || null,
  price: fromCents(row.price_cents),
  isActive: row.is_active,
  isPublished: row.is_published,
  isPhysicalItem: row.is_physical_item,
  inventoryQuantity: row.inventory_quantity,
  category: row.category,
  barcode: row.barcode,
  isFavorite: row.is_favorite ?? false,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

/** `urlOf` signs the URL of a stored picture, which is valid for some minutes. */
export const toSalesItem = (row: SalesItemRow, urlOf: (key: string | null) => string | null): SalesItem => ({
  ...toFields(row),
  thumbnailUrl: urlOf(row.image_thumbnail_key),
  previewUrl: urlOf(row.image_preview_key),
});

/** The files of an item's picture. */
export const imageKeysOf = (row: SalesItemRow) => [row.image_original_key, row.image_preview_key, row.image_thumbnail_key];

export const loggedSalesItem: LoggedKind<SalesItemRow> = {
  type: 'sales-item',
  label: ({ name }) => name,
  locationId: (row) => row.location_id,
  fields: toFields,
};
