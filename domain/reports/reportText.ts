import type { ReportRow } from './contract.ts';
import type { CsvColumn } from '#domain/shared/csv.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { getFigure, type FigureKind, type FigureName } from './reportFigures.ts';
import { firstColumn, reportLayouts, type Grouping, type ReportKind } from './reportLayouts.ts';

const formats: Record<FigureKind, (value: number) => string> = {
  money: (value) => formatMoney(value),
  count: (value) => value.toLocaleString('en-US'),
  percent: (value) => `${(value * 100).toFixed(1)}%`,
};

/** A figure as it is shown: '$1,234.50', '1,234', '4.2%', or a dash when it is not known. */
export const figureText = (name: FigureName, value: number | null | undefined): string =>
  value === null || value === undefined ? '—' : formats[getFigure(name).kind](value);

export const reportCsv = (kind: ReportKind, grouping: Grouping): readonly CsvColumn<ReportRow>[] => [
  { label: firstColumn(kind, grouping), value: ({ label }) => label },
  ...reportLayouts[kind].figures.map((name) => ({
    label: getFigure(name).label,
    value: (row: ReportRow) => row[name],
  })),
];
