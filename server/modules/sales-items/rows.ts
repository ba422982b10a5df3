import type { Selectable } from 'kysely';
import type { SalesItem, SalesItemFields } from '#domain/sales-items/contract.ts';
import { fromCents } from '#domain/shared/money.ts';
import type { LoggedKind } from '#server/modules/activity/index.ts';
import type { SalesItemTable } from '#server/platform/database/schema.ts';

export type SalesItemRow = Selectable<SalesItemTable>;

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
  isFavorite: row.is_favorite,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

/** `urlOf` signs the URL of a stored picture, valid for some minutes. */
export const toSalesItem = (row: SalesItemRow, urlOf: (key: string | null) => string | null): SalesItem => ({
  ...toFields(row),
  thumbnailUrl: urlOf(row.image_thumbnail_key),
  previewUrl: urlOf(row.image_preview_key),
});

export const loggedSalesItem: LoggedKind<SalesItemRow> = {
  type: 'sales-item',
  label: ({ name }) => name,
  locationId: (row) => row.location_id,
  fields: toFields,
};
