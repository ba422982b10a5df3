import { v7 as uuid } from 'uuid';
import type { StockMovementBody } from '#domain/sales-items/stockContract.ts';
import { inventoryMax } from '#domain/shared/limits.ts';
import { toCents } from '#domain/shared/money.ts';
import { changesBetween, logActivity } from '#server/modules/activity/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { requireAccess, type AccessScope } from '#server/platform/http/accessScope.ts';
import { conflict, forbidden } from '#server/platform/http/problem.ts';
import { salesItemsRepo } from './repo.ts';
import { mayKnowCost } from './rows.ts';

/** Books a delivery or a count. Sales that happen meanwhile wait, so that none is lost. */
export async function moveStock(tx: Tx, scope: AccessScope, id: string, body: StockMovementBody, now: Date) {
  const item = requireAccess(scope, await salesItemsRepo(tx).forNoKeyUpdate(id), 'Sales item');
  if (!item.is_physical_item) throw conflict(`${item.name} has no stock`);
  const { unitCost } = body;
  if (unitCost !== undefined && !mayKnowCost(scope, item.location_id)) throw forbidden();
  const left = body.kind === 'received' ? item.inventory_quantity + body.quantity : body.quantity;
  if (left > inventoryMax) throw conflict(`At most ${inventoryMax.toLocaleString('en-US')} can be in stock`);
  const cost = unitCost === undefined || unitCost === null ? null : toCents(unitCost);
  const movement = {
    id: uuid(),
    company_id: item.company_id,
    sales_item_id: id,
    kind: body.kind,
    change: left - item.inventory_quantity,
    quantity_after: left,
    unit_cost_cents: cost,
    note: body.note ?? '',
    moved_by: scope.user.userId,
    moved_by_name: scope.actor.name,
    created_at: now,
  };
  await tx.insertInto('stock_movements').values(movement).execute();
  await tx
    .updateTable('sales_items')
    .set({ inventory_quantity: left, ...(cost !== null && { cost_cents: cost }) })
    .where('id', '=', id)
    .execute();
  await logActivity(tx, scope.actor, {
    companyId: item.company_id,
    action: body.kind === 'received' ? 'sales-item.stock-received' : 'sales-item.stock-counted',
    recordId: id,
    label: item.name,
    locationId: item.location_id,
    changes: changesBetween(
      { inventoryQuantity: item.inventory_quantity },
      { inventoryQuantity: left, quantity: body.quantity, ...(movement.note && { note: movement.note }) },
    ),
  });
  return movement;
}
