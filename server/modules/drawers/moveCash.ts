import { v7 as uuid } from 'uuid';
import type { Drawer, DrawerMovementBody } from '#domain/drawers/contract.ts';
import { toCents } from '#domain/shared/money.ts';
import { changesBetween, logActivity } from '#server/modules/activity/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { AccessScope } from '#server/platform/http/accessScope.ts';
import { conflict } from '#server/platform/http/problem.ts';
import { postCashMovement } from '#server/modules/ledger/index.ts';
import { requireAccessibleDrawer, drawerActivity, findDrawer, withReport } from './drawer.ts';
import { drawersRepo } from './repo.ts';

/** Cash In and Cash Out: for another reason than a payment. */
export async function moveDrawerCash(
  tx: Tx,
  scope: AccessScope,
  id: string,
  { type, amount, reason }: DrawerMovementBody,
  now: Date,
): Promise<Drawer> {
  const row = await requireAccessibleDrawer(tx, scope, id);
  if (!(await drawersRepo(tx).shareOpen(id))) throw conflict(`Drawer #${row.number} is closed. Open the drawer first.`);
  const movement = {
    id: uuid(),
    company_id: row.company_id,
    drawer_id: id,
    type,
    amount_cents: toCents(amount),
    reason,
    moved_by: scope.user.userId,
    moved_by_name: scope.actor.name,
    created_at: now,
  };
  await tx.insertInto('drawer_movements').values(movement).execute();
  const moved = type === 'in' ? movement.amount_cents : -movement.amount_cents;
  await postCashMovement(tx, row, moved, { now, actor: scope.actor });
  await logActivity(
    tx,
    scope.actor,
    drawerActivity(
      type === 'in' ? 'drawer.cash-added' : 'drawer.cash-removed',
      row,
      changesBetween(null, { amount, reason }),
    ),
  );
  return withReport(tx, await findDrawer(tx, id), now);
}
