import { z } from 'zod';
import { figureNames, type FigureName } from './reportFigures.ts';
import { allGroupings, type Grouping } from './reportLayouts.ts';
import { checkPeriod, comparisons, timeGroupings } from './reportPeriods.ts';
import { id, queryId, queryOptional } from '#domain/shared/contract.ts';
import { queryDay } from '#domain/shared/fields.ts';

const queryWith = <const G extends readonly [Grouping, ...Grouping[]]>(groupings: G) =>
  z
    .object({
      locationId: queryId,
      /**
       * Both days are included, by each location's own calendar. The default is this month until today, the last day that has begun
       * at any of them.
       */
      from: queryDay,
      to: queryDay,
      groupBy: queryOptional(z.enum(groupings)),
      /** The default is the period before: of days without `from` the month before, else as `comparedPeriod` finds it. */
      compareWith: queryOptional(z.enum(comparisons)),
    })
    .superRefine(checkPeriod('report'));

export const reportQuery = queryWith(timeGroupings);
export const salesReportQuery = queryWith(allGroupings);
export type ReportQuery = z.output<typeof salesReportQuery>;

/** The names are those of `reportFigures.ts`. Money is in dollars, shares are such as 0.05. Null is unknown. */
const figureShape = Object.fromEntries(figureNames.map((name) => [name, z.number().nullable().optional()])) as Record<
  FigureName,
  z.ZodOptional<z.ZodNullable<z.ZodNumber>>
>;
const reportTotals = z.object(figureShape).meta({ id: 'ReportTotals' });
export type ReportTotals = z.output<typeof reportTotals>;

/** One line of a table. A group of days has its first day as its key. */
const reportRow = z
  .object({
    key: z.string(),
    label: z.string(),
    detail: z.string().optional(),
    /** Of the person whom the row is about. */
    contactId: id.optional(),
    ...figureShape,
  })
  .meta({ id: 'ReportRow' });
export type ReportRow = z.output<typeof reportRow>;

const report = z
  .object({
    from: z.string(),
    to: z.string(),
    groupBy: z.enum(allGroupings),
    totals: reportTotals,
    /** The days that the totals are compared with, and their totals. */
    comparedWith: z.object({ from: z.string(), to: z.string() }),
    previous: reportTotals,
    series: z.array(reportRow),
    /** The table, grouped as requested. */
    rows: z.array(reportRow),
    /** Further tables of this report, by name. */
    tables: z.record(z.string(), z.array(reportRow)),
    /** Granted check-ins by weekday, from Monday, and hour; only in the attendance report. */
    hours: z.array(z.array(z.int())).optional(),
  })
  .meta({ id: 'Report' });
export type Report = z.output<typeof report>;

export const reportResponse = z.object({ report }).meta({ id: 'ReportResponse' });
export type ReportResponse = z.output<typeof reportResponse>;
