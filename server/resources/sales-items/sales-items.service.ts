import { v7 as uuid } from 'uuid';
import type { SalesItemCreateBody, SalesItemUpdateBody } from '#domain/contract/sales-items.ts';
import { toCents } from '#domain/rules/money.ts';
import { logRecord } from '#server/activity/logActivity.ts';
import type { Tx } from '#server/db/database.ts';
import { violatedConstraint } from '#server/db/errors.ts';
import { deleteLater } from '#server/files/deletedFiles.ts';
import { editConflict, requireUnchanged } from '#server/http/optimisticLock.ts';
import { conflict, raise } from '#server/http/problem.ts';
import { requireAccess, type AccessScope } from '#server/http/accessScope.ts';
import { salesItemsRepo } from './sales-items.repo.ts';
import { imageKeysOf, loggedSalesItem, type SalesItemRow } from './sales-items.rows.ts';

const what = 'Sales item';
const barcodeTaken = 'Another item at this location has this bar code';

/** An item in the caller's scope, or 404. */
export const oneSalesItem = async (tx: Tx, scope: AccessScope, id: string): Promise<SalesItemRow> =>
  requireAccess(scope, await salesItemsRepo(tx).one(id), what);

/** Creates an item at a location in the caller's scope. */
export async function addSalesItem(tx: Tx, scope: AccessScope, body: SalesItemCreateBody): Promise<SalesItemRow> {
  const location = scope.requireLocation(body.locationId);
  const row = {
    id: uuid(),
    company_id: location.companyId,
    location_id: location.id,
    name: body.name,
    description: body.description ?? '',
    price_cents: toCents(body.price),
    is_active: body.isActive,
    is_published: body.isPublished,
    is_physical_item: body.isPhysicalItem,
    inventory_quantity: body.inventoryQuantity,
    category: body.category ?? null,
    barcode: body.barcode ?? null,
    is_favorite: body.isFavorite,
    archived_at: null,
  };
  const added = await oneBarcodeEach(() => salesItemsRepo(tx).add(row));
  await logRecord(tx, scope.actor, loggedSalesItem, { after: added });
  return added;
}

/** Updates the fields that the body names. Other fields stay, since a sale may be taking stock at the same time. */
export async function changeSalesItem(tx: Tx, scope: AccessScope, id: string, body: SalesItemUpdateBody): Promise<SalesItemRow> {
  const before = requireAccess(scope, await salesItemsRepo(tx).forNoKeyUpdate(id), what);
  requireUnchanged('locationId', body.locationId, before.location_id, 'A sales item cannot be moved to another location');
  const { updatedAt, price, description } = body;
  const change = {
    ...(body.name !== undefined && { name: body.name }),
    ...(description !== undefined && { description: description ?? '' }),
    ...(price !== undefined && { price_cents: toCents(price) }),
    ...(body.isActive !== undefined && { is_active: body.isActive }),
    ...(body.isPublished !== undefined && { is_published: body.isPublished }),
    ...(body.isPhysicalItem !== undefined && { is_physical_item: body.isPhysicalItem }),
    ...(body.inventoryQuantity !== undefined && { inventory_quantity: body.inventoryQuantity }),
    ...(body.category !== undefined && { category: body.category }),
    ...(body.barcode !== undefined && { barcode: body.barcode }),
    ...(body.isFavorite !== undefined && { is_favorite: body.isFavorite }),
  };
  const after = (await oneBarcodeEach(() => salesItemsRepo(tx).change(id, change, updatedAt))) ?? raise(editConflict());
  await logRecord(tx, scope.actor, loggedSalesItem, { before, after });
  return after;
}

/** Deletes an item. One that an invoice names is archived instead. */
export async function deleteSalesItem(tx: Tx, scope: AccessScope, id: string, now: Date): Promise<void> {
  const repo = salesItemsRepo(tx);
  const before = requireAccess(scope, await repo.forUpdate(id), what);
  await logRecord(tx, scope.actor, loggedSalesItem, { before });
  if (await repo.wasSold(id)) {
    await repo.unlink(id);
    await repo.archive(id);
    return;
  }
  await deleteLater(tx, before.company_id, imageKeysOf(before), now);
  await repo.remove(id);
}

async function oneBarcodeEach<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (violatedConstraint(error) === 'sales_items_barcode') throw conflict(barcodeTaken, { barcode: barcodeTaken });
    throw error;
  }
}
