import type { SalesItemRow } from '#server/platform/database/schema.ts';
import { v7 as uuid } from 'uuid';
import type { SalesItemCreateBody, SalesItemUpdateBody } from '#domain/sales-items/contract.ts';
import { toCents } from '#domain/shared/money.ts';
import { logRecord } from '#server/modules/activity/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { writeUniqueExternalId } from '#server/platform/database/externalId.ts';
import { violatedConstraint } from '#server/platform/database/errors.ts';
import { deleteLater } from '#server/platform/files/deletedFiles.ts';
import { listImageKeys } from '#server/platform/files/images.ts';
import { editConflict, requireUnchanged } from '#server/platform/http/optimisticLock.ts';
import { conflict, forbidden } from '#server/platform/http/problem.ts';
import { requireAccess, type AccessScope } from '#server/platform/http/accessScope.ts';
import { salesItemsRepo } from './repo.ts';
import { loggedSalesItem, mayKnowCost } from './rows.ts';

const what = 'Sales item';
const barcodeTaken = 'Another item at this location has this bar code';

export const requireSalesItem = async (tx: Tx, scope: AccessScope, id: string): Promise<SalesItemRow> =>
  requireAccess(scope, await salesItemsRepo(tx).one(id), what);

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
    ...toStock(scope, location.id, body),
    archived_at: null,
    ...toTile(body),
  };
  await writeUniqueBarcode(() => salesItemsRepo(tx).add(row));
  const added = await requireSalesItem(tx, scope, row.id);
  await logRecord(tx, scope.actor, loggedSalesItem, { after: added });
  return added;
}

/** Only the fields in the body, since a sale may be taking stock at the same time. */
export async function changeSalesItem(
  tx: Tx,
  scope: AccessScope,
  id: string,
  body: SalesItemUpdateBody,
): Promise<SalesItemRow> {
  const before = requireAccess(scope, await salesItemsRepo(tx).forNoKeyUpdate(id), what);
  requireUnchanged(
    'locationId',
    body.locationId,
    before.location_id,
    'A sales item cannot be moved to another location',
  );
  const { updatedAt, price, description } = body;
  const change = {
    ...(body.name !== undefined && { name: body.name }),
    ...(description !== undefined && { description: description ?? '' }),
    ...(price !== undefined && { price_cents: toCents(price) }),
    ...(body.isActive !== undefined && { is_active: body.isActive }),
    ...(body.isPublished !== undefined && { is_published: body.isPublished }),
    ...(body.isPhysicalItem !== undefined && { is_physical_item: body.isPhysicalItem }),
    ...(body.inventoryQuantity !== undefined && { inventory_quantity: body.inventoryQuantity }),
    ...toStock(scope, before.location_id, body),
    ...toTile(body),
  };
  if (!(await writeUniqueBarcode(() => salesItemsRepo(tx).change(id, change, updatedAt)))) throw editConflict();
  const after = await requireSalesItem(tx, scope, id);
  await logRecord(tx, scope.actor, loggedSalesItem, { before, after });
  return after;
}

/** One that an invoice names is archived instead. */
export async function deleteSalesItem(tx: Tx, scope: AccessScope, id: string, now: Date): Promise<void> {
  const repo = salesItemsRepo(tx);
  const before = requireAccess(scope, await repo.forUpdate(id), what);
  await logRecord(tx, scope.actor, loggedSalesItem, { before });
  if (await repo.wasSold(id)) {
    await repo.unlink(id);
    await repo.archive(id);
    return;
  }
  await deleteLater(tx, before.company_id, listImageKeys(before), now);
  await repo.remove(id);
}

function toStock(scope: AccessScope, locationId: string, { lowStockLevel, cost }: SalesItemUpdateBody) {
  if (cost !== undefined && !mayKnowCost(scope, locationId)) throw forbidden();
  return {
    ...(lowStockLevel !== undefined && { low_stock_level: lowStockLevel }),
    ...(cost !== undefined && { cost_cents: cost === null ? null : toCents(cost) }),
  };
}

const toTile = ({ category, barcode, isFavorite, externalId }: SalesItemUpdateBody) => ({
  ...(externalId !== undefined && { external_id: externalId }),
  ...(category !== undefined && { category }),
  ...(barcode !== undefined && { barcode }),
  ...(isFavorite !== undefined && { is_favorite: isFavorite }),
});

async function writeUniqueBarcode<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await writeUniqueExternalId('sales item', write);
  } catch (error) {
    if (violatedConstraint(error) === 'sales_items_barcode') throw conflict(barcodeTaken, { barcode: barcodeTaken });
    throw error;
  }
}
