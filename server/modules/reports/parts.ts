import { sumBy } from 'es-toolkit';
import type { ReportQuery, ReportRow } from '#domain/reports/contract.ts';
import type { CalendarDate } from '#domain/shared/dates.ts';
import type { FigureName } from '#domain/reports/reportFigures.ts';
import type { Grouping, ReportKind } from '#domain/reports/reportLayouts.ts';
import type { ReportPeriod } from '#domain/reports/reportPeriods.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { ReportLocation } from './windows.ts';

export type Figures = Partial<Record<FigureName, number | null>>;
export type OfDays = (period: ReportPeriod) => Figures;
export type Row = Pick<ReportRow, 'key' | 'label' | 'detail' | 'contactId'> & {
  readonly figures: Figures;
};

export interface Parts {
  readonly totals: OfDays;
  /** Absent for a report without a trend. */
  readonly series?: OfDays;
  readonly rows?: readonly Row[];
  readonly tables?: Readonly<Record<string, readonly Row[]>>;
  readonly hours?: number[][];
}

export interface ReportRequest {
  /** All parts of a report come from one snapshot. */
  readonly tx: Tx;
  readonly kind: ReportKind;
  readonly locations: readonly ReportLocation[];
  readonly query: ReportQuery;
  readonly now: Date;
}

export interface ResolvedRequest extends ReportRequest {
  readonly period: ReportPeriod;
  readonly previous: ReportPeriod;
  readonly both: ReportPeriod;
  readonly grouping: Grouping;
  readonly today: CalendarDate;
}

export const isWithin =
  ({ from, to }: ReportPeriod) =>
  ({ day }: { readonly day: CalendarDate }) =>
    from <= day && day <= to;

export const sums = <Name extends FigureName>(
  rows: readonly ({ readonly day: CalendarDate } & { readonly [N in Name]?: number })[],
  within: ReportPeriod,
  names: readonly Name[],
): Record<Name, number> => {
  const counted = rows.filter(isWithin(within));
  return Object.fromEntries(names.map((name) => [name, sumBy(counted, (row) => row[name] ?? 0)])) as Record<
    Name,
    number
  >;
};

export const listed = 20;
