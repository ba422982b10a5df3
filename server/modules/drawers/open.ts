import { v7 as uuid } from 'uuid';
import type { Drawer, OpenDrawerBody } from '#domain/drawers/contract.ts';
import { drawerStatus } from '#domain/drawers/cashDrawer.ts';
import { toCents } from '#domain/shared/money.ts';
import { changesBetween, logActivity } from '#server/modules/activity/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { DrawerRow } from '#server/platform/database/schema.ts';
import type { AccessibleLocation, AccessScope } from '#server/platform/http/accessScope.ts';
import { conflict, notFound } from '#server/platform/http/problem.ts';
import { postOpening } from '#server/modules/ledger/index.ts';
import { locationRepo } from '#server/modules/locations/index.ts';
import { drawerActivity, findDrawer, withReport } from './drawer.ts';
import { drawersRepo } from './repo.ts';
import { orNull } from './rows.ts';

/** If two users do so at once, the second gets a 409 that names the first. */
export async function openDrawer(
  tx: Tx,
  scope: AccessScope,
  location: AccessibleLocation,
  { float }: OpenDrawerBody,
  now: Date,
): Promise<Drawer> {
  const repo = drawersRepo(tx);
  // Serializes the opening of drawers at a location.
  if (!(await locationRepo(tx).forNoKeyUpdate(location.id))) throw notFound('Location');
  const last = await repo.latest(location.id);
  if (last && !last.closed_at) throw alreadyOpen(last, location, now);
  const row = {
    id: uuid(),
    company_id: location.companyId,
    location_id: location.id,
    number: (last?.number ?? 0) + 1,
    float_cents: toCents(float),
    last_counted_cents: last?.counted_cents ?? null,
    opened_at: now,
    opened_by: scope.user.userId,
    opened_by_name: scope.actor.name,
  };
  await tx.insertInto('drawers').values(row).execute();
  await postOpening(tx, row, { now, actor: scope.actor });
  await logActivity(
    tx,
    scope.actor,
    drawerActivity('drawer.opened', row, changesBetween(null, { float, lastCounted: orNull(row.last_counted_cents) })),
  );
  return withReport(tx, await findDrawer(tx, row.id), now);
}

function alreadyOpen(
  { number, opened_by_name, opened_at, closed_at }: DrawerRow,
  { timezone }: AccessibleLocation,
  now: Date,
) {
  const opened = `Drawer #${number} was opened by ${opened_by_name}`;
  const isLate = drawerStatus({ openedAt: opened_at, closedAt: closed_at }, timezone, now) === 'not_counted';
  return conflict(
    isLate
      ? `${opened} and is not counted yet. A manager has to count and close it first.`
      : `${opened} and is still open`,
  );
}
