import type { ActionOf } from '#domain/activity/sentences.ts';
import type { Activity } from '#server/modules/activity/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { DrawerRow } from '#server/platform/database/schema.ts';
import { requireAccess, type AccessScope } from '#server/platform/http/accessScope.ts';
import { findArchivedLocations } from '#server/platform/http/archivedLocations.ts';
import { notFound, raise } from '#server/platform/http/problem.ts';
import { readDrawerReport, reportWindow } from './report.ts';
import { drawersRepo, type FoundDrawer } from './repo.ts';
import { toDrawer } from './rows.ts';

export const findDrawer = async (tx: Tx, id: string): Promise<FoundDrawer> =>
  (await drawersRepo(tx).one(id)) ?? raise(notFound('Drawer'));

/** 404 outside of the caller's scope. The drawers of an archived location are for the users who managed it. */
export async function requireAccessibleDrawer(
  tx: Tx,
  scope: AccessScope,
  id: string,
): Promise<FoundDrawer & { mayManage: boolean }> {
  const row = await drawersRepo(tx).one(id);
  const archived = await findArchivedLocations(tx, scope, 'drawers:manage');
  if (row && archived.some((location) => location.id === row.location_id)) return { ...row, mayManage: true };
  const drawer = requireAccess(scope, row, 'Drawer');
  return { ...drawer, mayManage: scope.mayAt(scope.requireLocation(drawer.location_id), 'drawers:manage') };
}

export const withReport = async (tx: Tx, row: FoundDrawer, now: Date) =>
  toDrawer(
    row,
    await drawersRepo(tx).movements(row.id),
    row.report ?? (await readDrawerReport(tx, await reportWindow(tx, row, now))),
    now,
  );

type LoggedDrawer = Pick<DrawerRow, 'id' | 'company_id' | 'location_id' | 'number'>;

export const drawerActivity = (
  action: ActionOf<'drawer'>,
  { id, company_id, location_id, number }: LoggedDrawer,
  changes: Activity['changes'] = [],
): Activity => ({
  companyId: company_id,
  action,
  recordId: id,
  label: `Drawer #${number}`,
  locationId: location_id,
  changes,
});
