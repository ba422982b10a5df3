import type { ReportQuery } from '#domain/reports/contract.ts';
import type { CalendarDate } from '#domain/shared/dates.ts';
import type { FigureName, Grouping, ReportKind } from '#domain/reports/reportFigures.ts';
import type { ReportPeriod } from '#domain/reports/reportPeriods.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { ReportLocation } from './windows.ts';

/** Figures in cents and counts, by name. */
export type Figures = Partial<Record<FigureName, number | null>>;
export type OfDays = (period: ReportPeriod) => Figures;
export type Row = { readonly key: string; readonly label: string; readonly detail?: string } & {
  readonly figures: Figures;
};

/** The parts of a report: the figures of any days in it, and its tables. */
export interface Parts {
  readonly totals: OfDays;
  /** For each group of days; absent for a report without a trend. */
  readonly series?: OfDays;
  readonly rows?: readonly Row[];
  readonly tables?: Readonly<Record<string, readonly Row[]>>;
  readonly hours?: number[][];
}

export interface ReportRequest {
  /** Read-only: all parts of a report come from one snapshot. */
  readonly tx: Tx;
  readonly kind: ReportKind;
  readonly locations: readonly ReportLocation[];
  readonly query: ReportQuery;
  readonly now: Date;
}

export interface ResolvedRequest extends ReportRequest {
  readonly period: ReportPeriod;
  readonly previous: ReportPeriod;
  /** Both periods. */
  readonly both: ReportPeriod;
  readonly grouping: Grouping;
  readonly today: CalendarDate;
}

export const isWithin =
  ({ from, to }: ReportPeriod) =>
  ({ day }: { readonly day: CalendarDate }) =>
    from <= day && day <= to;

/** The sums of these columns over the rows of some days. */
export const sums = <Name extends FigureName>(
  rows: readonly ({ readonly day: CalendarDate } & { readonly [N in Name]?: number })[],
  within: ReportPeriod,
  names: readonly Name[],
): Record<Name, number> => {
  const counted = rows.filter(isWithin(within));
  return Object.fromEntries(
    names.map((name) => [name, counted.reduce((total, row) => total + (row[name] ?? 0), 0)]),
  ) as Record<Name, number>;
};

/** The rows of a list of invoices or people. */
export const listed = 20;
