import { v7 as uuid } from 'uuid';
import type { SalesItemCreateBody, SalesItemUpdateBody } from '#domain/contract/sales-items.ts';
import { toCents } from '#domain/rules/money.ts';
import { logRecord, type LoggedKind } from '#server/activity/logActivity.ts';
import type { Tx } from '#server/db/database.ts';
import { editConflict, requireUnchanged } from '#server/http/optimisticLock.ts';
import { raise } from '#server/http/problem.ts';
import { requireAccess, type AccessScope } from '#server/http/accessScope.ts';
import { salesItemsRepo, toSalesItem, type SalesItemRow } from './sales-items.repo.ts';

const what = 'Sales item';
const logged: LoggedKind<SalesItemRow> = { type: 'sales-item', label: ({ name }) => name, locationId: (row) => row.location_id, fields: toSalesItem };

/** An item in the caller's scope, or 404. */
export const oneSalesItem = async (tx: Tx, scope: AccessScope, id: string): Promise<SalesItemRow> =>
  requireAccess(scope, await salesItemsRepo(tx).one(id), what);

/** Creates an item at a location in the caller's scope. */
export async function addSalesItem(tx: Tx, scope: AccessScope, body: SalesItemCreateBody): Promise<SalesItemRow> {
  const location = scope.requireLocation(body.locationId);
  const added = await salesItemsRepo(tx).add({
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
    archived_at: null,
  });
  await logRecord(tx, scope.actor, logged, { after: added });
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
  };
  const after = (await salesItemsRepo(tx).change(id, change, updatedAt)) ?? raise(editConflict());
  await logRecord(tx, scope.actor, logged, { before, after });
  return after;
}

/** Deletes an item. One that an invoice names is archived instead. */
export async function deleteSalesItem(tx: Tx, scope: AccessScope, id: string): Promise<void> {
  const repo = salesItemsRepo(tx);
  const before = requireAccess(scope, await repo.forUpdate(id), what);
  await logRecord(tx, scope.actor, logged, { before });
  if (!(await repo.wasSold(id))) return void (await repo.remove(id));
  await repo.unlink(id);
  await repo.archive(id);
}
