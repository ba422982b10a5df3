import { sumBy } from 'es-toolkit';
import { sql } from 'kysely';
import type { Report, ReportRow, ReportTotals } from '#domain/reports/contract.ts';
import { lastDayBegun } from '#domain/shared/dates.ts';
import { fromCents } from '#domain/shared/money.ts';
import { getFigure, type FigureName } from '#domain/reports/reportFigures.ts';
import { reportLayouts, type ReportKind } from '#domain/reports/reportLayouts.ts';
import {
  groupLabel,
  isTimeGrouping,
  listGroups,
  periodRefusal,
  comparedPeriod,
  type TimeGrouping,
} from '#domain/reports/reportPeriods.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { badRequest } from '#server/platform/http/problem.ts';
import { reportAttendanceRepo } from './attendanceRepo.ts';
import { attendance } from './attendanceReport.ts';
import { development, memberships } from './membershipsReport.ts';
import { reportMoneyRepo } from './moneyRepo.ts';
import { deferred, payments, sales, toCollect } from './moneyReports.ts';
import { reportSalesRepo } from './salesRepo.ts';
import {
  sums,
  type ResolvedRequest,
  type Figures,
  type OfDays,
  type Parts,
  type ReportRequest,
  type Row,
} from './parts.ts';

/** The default is this month until today, the last day that has begun at any of the locations. */
export async function buildReport(request: ReportRequest): Promise<Report> {
  const { tx, kind, locations, query, now } = request;
  await planForValues(tx);
  const today = lastDayBegun(locations, now);
  const to = query.to ?? (query.from && query.from > today ? query.from : today);
  const period = { from: query.from ?? `${to.slice(0, 7)}-01`, to };
  const refusal = periodRefusal(period, 'report');
  if (refusal) throw badRequest(refusal, { from: refusal });
  const previous = comparedPeriod(period, query.compareWith ?? (query.from ? 'previous' : 'month'));
  const grouping = query.groupBy ?? 'day';
  const resolved = { ...request, period, previous, both: { from: previous.from, to }, grouping, today };
  const { totals, series, rows, tables = {}, hours } = await parts[kind](resolved);
  const time: TimeGrouping = isTimeGrouping(grouping) ? grouping : 'day';
  const developed = series
    ? listGroups(period, time).map(({ key, ...days }) =>
        toRow({ key, label: groupLabel(key, time), figures: series(days) }),
      )
    : [];
  return {
    ...period,
    groupBy: grouping,
    totals: toWire(totals(period)),
    comparedWith: previous,
    previous: toWire(totals(previous)),
    series: developed,
    rows: rows?.map(toRow) ?? developed,
    tables: Object.fromEntries(
      Object.keys(reportLayouts[kind].tables).map((name) => [name, (tables[name] ?? []).map(toRow)]),
    ),
    ...(hours && { hours }),
  };
}

/**
 * Reports read many rows, so each statement is planned for its values and may use more memory. It runs in one process: to start
 * others takes as long as they save, and the till needs the other cores.
 */
const planForValues = (tx: Tx) =>
  sql`select set_config('plan_cache_mode', 'force_custom_plan', true), set_config('work_mem', '64MB', true),
             set_config('max_parallel_workers_per_gather', '0', true)`.execute(tx);

const toRow = ({ figures, ...row }: Row): ReportRow => ({ ...row, ...toWire(figures) });

const toWire = (amounts: Figures): ReportTotals =>
  Object.fromEntries(
    (Object.entries(amounts) as [FigureName, number | null][]).map(([name, value]) => [
      name,
      value !== null && getFigure(name).kind === 'money' ? fromCents(value) : value,
    ]),
  );

const parts: Record<ReportKind, (resolved: ResolvedRequest) => Promise<Parts>> = {
  overview,
  sales,
  payments,
  'to-collect': toCollect,
  memberships,
  attendance,
  deferred,
};

async function overview(resolved: ResolvedRequest): Promise<Parts> {
  const { tx, locations, period, previous, both } = resolved;
  const money = reportMoneyRepo(tx, locations);
  const sold = await reportSalesRepo(tx, locations).salesByDay(both);
  const paid = await money.payments(both);
  const owed = await money.toCollect(period);
  const owedBefore = await money.toCollect(previous);
  const visits = await reportAttendanceRepo(tx, locations).visitsByDay(both);
  const { moved } = await development(resolved);
  const pick = (amounts: Figures, ...names: FigureName[]) =>
    Object.fromEntries(names.map((name) => [name, amounts[name] ?? 0]));
  const flow: OfDays = (within) => ({
    ...sums(sold, within, ['net', 'netAfterRefunds']),
    ...sums(paid, within, ['moneyIn']),
    ...sums(visits, within, ['granted']),
  });
  return {
    totals: (within) => ({
      ...flow(within),
      ...pick(moved(within), 'atEnd', 'recurringRevenue'),
      toCollect: sumBy(within.to === period.to ? owed : owedBefore, ({ due }) => due),
    }),
    series: (within) => ({ ...flow(within), ...pick(moved(within), 'joined', 'left') }),
  };
}
