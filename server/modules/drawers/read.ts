import type { Drawer, DrawerListQuery, DrawerPage } from '#domain/drawers/contract.ts';
import { toPagination } from '#domain/shared/contract.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { AccessScope } from '#server/platform/http/accessScope.ts';
import { findArchivedLocations } from '#server/platform/http/archivedLocations.ts';
import { forbidden } from '#server/platform/http/problem.ts';
import { requireAccessibleDrawer, withReport } from './drawer.ts';
import { drawersRepo } from './repo.ts';
import { orNull, toListedDrawer } from './rows.ts';

/** Users of the drawer see open ones; closed ones are for those who may manage drawers. */
export async function listDrawers(tx: Tx, scope: AccessScope, query: DrawerListQuery, now: Date): Promise<DrawerPage> {
  const current = scope.locationIds(query.locationId);
  const managed = scope.locations.filter(
    (location) => current.includes(location.id) && scope.mayAt(location, 'drawers:manage'),
  );
  const archived = query.locationId ? [] : await findArchivedLocations(tx, scope, 'drawers:manage');
  const locations = [...current, ...archived.map(({ id }) => id)];
  const closedAt = [...managed, ...archived].map(({ id }) => id);
  if (query.status === 'closed' && closedAt.length === 0) throw forbidden();
  const repo = drawersRepo(tx);
  const { rows, total } = await repo.page(query, { locations, closedAt }, now);
  return {
    drawers: rows.map((row) => toListedDrawer(row, now)),
    pagination: toPagination(query, total),
    lastCounted: query.locationId ? orNull(await repo.lastCounted(query.locationId)) : null,
  };
}

/** The X report of an open drawer, the Z report of a closed one. */
export async function readDrawer(tx: Tx, scope: AccessScope, id: string, now: Date): Promise<Drawer> {
  const { mayManage, ...row } = await requireAccessibleDrawer(tx, scope, id);
  if (row.closed_at && !mayManage) throw forbidden();
  return withReport(tx, row, now);
}
