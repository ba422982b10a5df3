import type { CloseDrawerBody, Drawer } from '#domain/drawers/contract.ts';
import { countDifference, drawerStatus, expectedCash } from '#domain/drawers/cashDrawer.ts';
import { fromCents, toCents } from '#domain/shared/money.ts';
import { changesBetween, logActivity } from '#server/modules/activity/index.ts';
import type { AppContext } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { DrawerRow } from '#server/platform/database/schema.ts';
import type { AccessScope } from '#server/platform/http/accessScope.ts';
import { conflict, forbidden } from '#server/platform/http/problem.ts';
import { postCount } from '#server/modules/ledger/index.ts';
import { requireAccessibleDrawer, drawerActivity, findDrawer, withReport } from './drawer.ts';
import { queueZReport } from './emails.ts';
import { readClosingReport, reportWindow } from './report.ts';
import { drawersRepo } from './repo.ts';

/** The sums and the report are stored as they are now. */
export async function closeDrawer(
  tx: Tx,
  scope: AccessScope,
  id: string,
  { counted, counts, note }: CloseDrawerBody,
  clock: AppContext['clock'],
): Promise<Drawer> {
  const seen = await requireAccessibleDrawer(tx, scope, id);
  if (!(await drawersRepo(tx).lockOpen(id))) throw alreadyClosed(await findDrawer(tx, id));
  // Later than all that the lock waited for.
  const now = clock();
  const isLate = drawerStatus({ openedAt: seen.opened_at, closedAt: null }, seen.timezone, now) === 'not_counted';
  if (isLate && !seen.mayManage) throw forbidden('This drawer was left open past midnight. A manager has to count it.');
  // A separate statement after the lock sees the payments that the lock waited for.
  const row = await findDrawer(tx, id);
  const report = await readClosingReport(tx, await reportWindow(tx, row, now));
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
  await postCount(tx, row, difference, { now, actor: scope.actor });
  const changes = {
    expected: fromCents(expected),
    counted,
    difference: fromCents(difference),
    note,
  };
  await logActivity(tx, scope.actor, drawerActivity('drawer.closed', row, changesBetween(null, changes)));
  await queueZReport(tx, row, now);
  return withReport(tx, await findDrawer(tx, id), now);
}

const alreadyClosed = ({ number, closed_by_name }: DrawerRow) =>
  conflict(`Drawer #${number} was closed by ${closed_by_name}`);
