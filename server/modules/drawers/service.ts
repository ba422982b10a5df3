import { v7 as uuid } from 'uuid';
import type {
  CloseDrawerBody,
  Drawer,
  DrawerListQuery,
  DrawerMovementBody,
  DrawerPage,
  OpenDrawerBody,
} from '#domain/drawers/contract.ts';
import type { ActionOf } from '#domain/activity/sentences.ts';
import { toPagination } from '#domain/shared/contract.ts';
import { countDifference, drawerStatus, expectedCash } from '#domain/drawers/cashDrawer.ts';
import { fromCents, toCents } from '#domain/shared/money.ts';
import { type Activity, changesBetween, logActivity } from '#server/modules/activity/index.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { DrawerRow } from '#server/platform/database/schema.ts';
import { requireAccess, type AccessibleLocation, type AccessScope } from '#server/platform/http/accessScope.ts';
import { conflict, forbidden, notFound, raise } from '#server/platform/http/problem.ts';
import { archivedLocations } from '#server/platform/http/archivedLocations.ts';
import { postCashMovement, postCount, postOpening } from '#server/modules/ledger/index.ts';
import { locationRepo } from '#server/modules/locations/index.ts';
import { queueZReport } from './emails.ts';
import { closingReport, drawerReport, reportWindow } from './report.ts';
import { drawersRepo, type FoundDrawer } from './repo.ts';
import { orNull, toDrawer, toListedDrawer } from './rows.ts';

/** Users of the drawer see open ones; closed ones are for those who may manage drawers. */
export async function drawerPage(tx: Tx, scope: AccessScope, query: DrawerListQuery, now: Date): Promise<DrawerPage> {
  const current = scope.locationIds(query.locationId);
  const managed = scope.locations.filter(
    (location) => current.includes(location.id) && scope.mayAt(location, 'drawers:manage'),
  );
  const archived = query.locationId ? [] : await archivedLocations(tx, scope, 'drawers:manage');
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
  const { mayManage, ...row } = await accessibleDrawer(tx, scope, id);
  if (row.closed_at && !mayManage) throw forbidden();
  return withReport(tx, row, now);
}

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
  await postOpening(tx, row, { at: now, actor: scope.actor });
  await logActivity(
    tx,
    scope.actor,
    drawerActivity('drawer.opened', row, changesBetween(null, { float, lastCounted: orNull(row.last_counted_cents) })),
  );
  return withReport(tx, await found(tx, row.id), now);
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

/** Cash In and Cash Out: for another reason than a payment. */
export async function moveDrawerCash(
  tx: Tx,
  scope: AccessScope,
  id: string,
  { type, amount, reason }: DrawerMovementBody,
  now: Date,
): Promise<Drawer> {
  const row = await accessibleDrawer(tx, scope, id);
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
  await postCashMovement(tx, row, moved, { at: now, actor: scope.actor });
  await logActivity(
    tx,
    scope.actor,
    drawerActivity(
      type === 'in' ? 'drawer.cash-added' : 'drawer.cash-removed',
      row,
      changesBetween(null, { amount, reason }),
    ),
  );
  return withReport(tx, await found(tx, id), now);
}

/** The sums and the report are stored as they are now. */
export async function closeDrawer(
  tx: Tx,
  scope: AccessScope,
  id: string,
  { counted, counts, note }: CloseDrawerBody,
  clock: AppContext['clock'],
): Promise<Drawer> {
  const seen = await accessibleDrawer(tx, scope, id);
  if (!(await drawersRepo(tx).lockOpen(id))) throw alreadyClosed(await found(tx, id));
  // Later than all that the lock waited for.
  const now = clock();
  const isLate = drawerStatus({ openedAt: seen.opened_at, closedAt: null }, seen.timezone, now) === 'not_counted';
  if (isLate && !seen.mayManage) throw forbidden('This drawer was left open past midnight. A manager has to count it.');
  // A separate statement after the lock sees the payments that the lock waited for.
  const row = await found(tx, id);
  const report = await closingReport(tx, await reportWindow(tx, row, now));
  const { cashSales, cashRefunds, cashIn, cashOut } = row.sums;
  const expected = expectedCash({ float: row.float_cents, ...row.sums });
  await tx
    .updateTable('drawers')
    .set({
      cash_sales_cents: cashSales,
      cash_refunds_cents: cashRefunds,
      cash_in_cents: cashIn,
      cash_out_cents: cashOut,
      counted_cents: toCents(counted),
      counts: counts ? JSON.stringify(counts) : null,
      note: note ?? null,
      report: JSON.stringify(report),
      closed_at: now,
      closed_by: scope.user.userId,
      closed_by_name: scope.actor.name,
    })
    .where('id', '=', id)
    .execute();
  const difference = countDifference(toCents(counted), expected);
  await postCount(tx, row, difference, { at: now, actor: scope.actor });
  const changes = {
    expected: fromCents(expected),
    counted,
    difference: fromCents(difference),
    note,
  };
  await logActivity(tx, scope.actor, drawerActivity('drawer.closed', row, changesBetween(null, changes)));
  await queueZReport(tx, row, now);
  return withReport(tx, await found(tx, id), now);
}

const alreadyClosed = ({ number, closed_by_name }: DrawerRow) =>
  conflict(`Drawer #${number} was closed by ${closed_by_name}`);

const found = async (tx: Tx, id: string): Promise<FoundDrawer> =>
  (await drawersRepo(tx).one(id)) ?? raise(notFound('Drawer'));

/** In the caller's scope. Those of an archived location are for the users who managed them. */
async function accessibleDrawer(tx: Tx, scope: AccessScope, id: string): Promise<FoundDrawer & { mayManage: boolean }> {
  const row = await drawersRepo(tx).one(id);
  const archived = await archivedLocations(tx, scope, 'drawers:manage');
  if (row && archived.some((location) => location.id === row.location_id)) return { ...row, mayManage: true };
  const drawer = requireAccess(scope, row, 'Drawer');
  return { ...drawer, mayManage: scope.mayAt(scope.requireLocation(drawer.location_id), 'drawers:manage') };
}

const withReport = async (tx: Tx, row: FoundDrawer, now: Date) =>
  toDrawer(
    row,
    await drawersRepo(tx).movements(row.id),
    row.report ?? (await drawerReport(tx, await reportWindow(tx, row, now))),
    now,
  );

type LoggedDrawer = Pick<DrawerRow, 'id' | 'company_id' | 'location_id' | 'number'>;

const drawerActivity = (
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
