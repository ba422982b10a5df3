import type { Drawer, ListedDrawer } from '#domain/drawers/contract.ts';
import {
  countDifference,
  drawerStatus,
  expectedCash,
  openingDifference,
  type DrawerReport,
} from '#domain/drawers/cashDrawer.ts';
import { fromCents } from '#domain/shared/money.ts';
import type { drawersRepo, FoundDrawer } from './repo.ts';

export const orNull = (cents: number | null) => (cents === null ? null : fromCents(cents));

export function toListedDrawer(row: FoundDrawer, now: Date): ListedDrawer {
  const { sums, float_cents, last_counted_cents, counted_cents } = row;
  const expected = expectedCash({ float: float_cents, ...sums });
  return {
    id: row.id,
    locationId: row.location_id,
    number: row.number,
    status: drawerStatus({ openedAt: row.opened_at, closedAt: row.closed_at }, row.timezone, now),
    float: fromCents(float_cents),
    lastCounted: orNull(last_counted_cents),
    openingDifference: orNull(openingDifference(float_cents, last_counted_cents)),
    openedAt: row.opened_at.toISOString(),
    openedBy: { id: row.opened_by, name: row.opened_by_name },
    cashSales: fromCents(sums.cashSales),
    cashRefunds: fromCents(sums.cashRefunds),
    cashIn: fromCents(sums.cashIn),
    cashOut: fromCents(sums.cashOut),
    expected: fromCents(expected),
    counted: orNull(counted_cents),
    difference: counted_cents === null ? null : fromCents(countDifference(counted_cents, expected)),
    note: row.note,
    closedAt: row.closed_at?.toISOString() ?? null,
    closedBy: row.closed_by && row.closed_by_name ? { id: row.closed_by, name: row.closed_by_name } : null,
  };
}

type MovementRow = Awaited<ReturnType<ReturnType<typeof drawersRepo>['movements']>>[number];

export const toDrawer = (
  row: FoundDrawer,
  movements: readonly MovementRow[],
  report: DrawerReport,
  now: Date,
): Drawer => ({
  ...toListedDrawer(row, now),
  counts: row.counts,
  movements: movements.map(({ id, type, amount_cents, reason, moved_by, moved_by_name, created_at }) => ({
    id,
    type,
    amount: fromCents(amount_cents),
    reason,
    at: created_at.toISOString(),
    by: { id: moved_by, name: moved_by_name },
  })),
  reportFrom: report.from,
  byMethod: report.byMethod.map(({ amount, refunded, ...method }) => ({
    ...method,
    amount: fromCents(amount),
    refunded: fromCents(refunded),
  })),
  byTaxRate: report.byTaxRate.map(({ rate, count, net, tax, gross }) => ({
    rate,
    count,
    net: fromCents(net),
    tax: fromCents(tax),
    gross: fromCents(gross),
  })),
  byCategory: report.byCategory.map(({ net, ...category }) => ({ ...category, net: fromCents(net) })),
  byStaff: report.byStaff.map(({ gross, ...user }) => ({ ...user, gross: fromCents(gross) })),
  cashRounding: fromCents(report.cashRounding),
  voids: { count: report.voids.count, amount: fromCents(report.voids.amount) },
  refunds: { count: report.refunds.count, amount: fromCents(report.refunds.amount) },
});
