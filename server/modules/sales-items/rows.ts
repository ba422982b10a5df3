import type { Selectable } from 'kysely';
import type { SalesItem, SalesItemFields } from '#domain/sales-items/contract.ts';
import type { StockMovement } from '#domain/sales-items/stockContract.ts';
import { fromCents } from '#domain/shared/money.ts';
import type { LoggedKind } from '#server/modules/activity/index.ts';
import type { AccessScope } from '#server/platform/http/accessScope.ts';
import type { SalesItemRow, StockMovementTable } from '#server/platform/database/schema.ts';

const centsOrNull = (cents: number | null) => (cents === null ? null : fromCents(cents));

export const mayKnowCost = (scope: AccessScope, locationId: string): boolean =>
  scope.user.locations.some((location) => location.id === locationId && scope.mayAt(location, 'sales-items:cost'));

export const toMovement = (
  row: Selectable<StockMovementTable>,
  scope: AccessScope,
  { location_id }: Pick<SalesItemRow, 'location_id'>,
): StockMovement => ({
  id: row.id,
  kind: row.kind === 'received' ? 'received' : 'counted',
  change: row.change,
  quantityAfter: row.quantity_after,
  ...(mayKnowCost(scope, location_id) && { unitCost: centsOrNull(row.unit_cost_cents) }),
  note: row.note,
  by: { id: row.moved_by, name: row.moved_by_name },
  at: row.created_at.toISOString(),
});

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
  lowStockLevel: row.low_stock_level,
  category: row.category,
  barcode: row.barcode,
  isFavorite: row.is_favorite,
  externalId: row.external_id,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

/** `urlOf` signs the URL of a stored picture, valid for some minutes. */
export const toSalesItem = (
  row: SalesItemRow,
  scope: AccessScope,
  urlOf: (key: string | null) => string | null,
): SalesItem => ({
  ...toFields(row),
  ...(mayKnowCost(scope, row.location_id) && { cost: centsOrNull(row.cost_cents) }),
  thumbnailUrl: urlOf(row.image_thumbnail_key),
  previewUrl: urlOf(row.image_preview_key),
});

export const loggedSalesItem: LoggedKind<SalesItemRow> = {
  type: 'sales-item',
  label: ({ name }) => name,
  locationId: (row) => row.location_id,
  fields: (row) => ({ ...toFields(row), cost: centsOrNull(row.cost_cents) }),
};
