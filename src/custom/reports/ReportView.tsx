import ExpandMore from '@mui/icons-material/ExpandMore';
import { Accordion, AccordionDetails, AccordionSummary, Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import type { LedgerFilter } from '#domain/ledger/contract.ts';
import { figureFilter, rowFilter, tableFilters } from '#domain/ledger/figures.ts';
import type { Report, ReportRow, ReportTotals } from '#domain/reports/contract.ts';
import { getFigure, type FigureName } from '#domain/reports/reportFigures.ts';
import {
  firstColumn,
  groupingLabels,
  reportLayouts,
  type FurtherLayout,
  type ReportKind,
} from '#domain/reports/reportLayouts.ts';
import { fromCents, sum, toCents } from '#domain/shared/money.ts';
import { isTimeGrouping } from '#domain/reports/reportPeriods.ts';
import { DescriptionList } from '#src/ui/DescriptionList.tsx';
import { LazyPart } from '#src/ui/LazyPart.tsx';
import { Section } from '#src/ui/Section.tsx';
import { SkeletonBlock } from '#src/ui/SkeletonBlock.tsx';
import { ledgerPath, paths } from '#src/paths.ts';
import { lazyWithoutPreload } from '#src/performance/lazyWithPreload.tsx';
import { FigureList, FigureTable, type FigureTo } from './FigureTable.tsx';
import { HourMap } from './HourMap.tsx';
import { Totals, TotalsPlace } from './Totals.tsx';

/** Fetched with the first report and never prefetched: the charts weigh more than all reports. */
const ReportChart = lazyWithoutPreload(() => import('./ReportChart.tsx'), 'ReportChart');

interface ReportViewProps {
  kind: ReportKind;
  report: Report;
  /** Undefined: all of them. */
  locationId: string | undefined;
  /** Stands where the period has nothing to draw. */
  nothing: ReactNode;
}

export const ReportView = ({ kind, report, locationId, nothing }: ReportViewProps) => {
  const { title, totals, chart, figures, tables, groupings } = reportLayouts[kind];
  const charted =
    chart.of === 'series' ? report.series : chart.of === 'rows' ? report.rows : (report.tables[chart.of] ?? []);
  const isNothing = charted.every((row) => chart.figures.every((name) => !row[name]));
  const further = Object.entries(tables);
  const toLedger = (name: FigureName, narrower: Partial<LedgerFilter> | undefined) => {
    const filter = narrower && figureFilter(name, report);
    return filter && ledgerPath({ ...filter, ...narrower, ...(locationId ? { locationId } : { scope: 'all' }) });
  };
  const isByTime = groupings.length > 0 && isTimeGrouping(report.groupBy);
  const rows =
    report.rows.length === 0 ? (
      <Nothing />
    ) : (
      <FigureTable
        label={title}
        first={firstColumn(kind, report.groupBy)}
        figures={figures}
        rows={report.rows}
        totals={report.totals}
        figureTo={(name, key) => toLedger(name, rowFilter(kind, report.groupBy, report, key))}
      />
    );
  return (
    <Box sx={parts}>
      <Totals names={totals} report={report} figureTo={(name) => toLedger(name, {})} />
      <Section title={chartTitle(kind)} text={chart.text}>
        {isNothing ? (
          nothing
        ) : (
          <LazyPart fallback={<ChartPlace />}>
            <ReportChart
              title={title}
              rows={charted}
              figures={chart.figures}
              isStacked={chart.isStacked ?? false}
              isLine={chart.of !== 'rows' && charted.length > 1}
            />
          </LazyPart>
        )}
      </Section>
      {report.hours?.flat().some(Boolean) && (
        <Section title="Check-ins by weekday and hour">
          <HourMap hours={report.hours} />
        </Section>
      )}
      {!isByTime && (
        <Section title={`${title} by ${firstColumn(kind, report.groupBy).toLowerCase()}`} isFlush>
          {rows}
        </Section>
      )}
      {further.length > 0 && (
        <Box sx={furtherGrid}>
          {further.map(([name, table], index) => (
            <Box key={name} sx={isHalf(table, further[index + (index % 2 === 0 ? 1 : -1)]?.[1]) ? null : wholeWidth}>
              <Section title={table.title} isFlush>
                <FurtherTable
                  table={table}
                  rows={report.tables[name] ?? []}
                  figureTo={(figure, key) => toLedger(figure, tableFilters[name]?.(key))}
                />
              </Section>
            </Box>
          ))}
        </Box>
      )}
      {isByTime && <FoldedSection title={`By ${groupingLabels[report.groupBy].toLowerCase()}`}>{rows}</FoldedSection>}
      <Section title="Definitions">
        <DescriptionList items={listMeanings(kind)} columns={2} />
      </Section>
    </Box>
  );
};

const parts = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5 } as const;

const chartTitle = (kind: ReportKind) => {
  const { title, figures } = reportLayouts[kind].chart;
  return title ?? figures.map((name) => getFigure(name).label).join(', ');
};

/** Totals and chart stand where they will, so that nothing moves when they come. */
export const ReportPlace = ({ kind }: Pick<ReportViewProps, 'kind'>) => (
  <Box sx={parts}>
    <TotalsPlace names={reportLayouts[kind].totals} />
    <Section title={chartTitle(kind)} text={reportLayouts[kind].chart.text}>
      <ChartPlace />
    </Section>
  </Box>
);

/** Reserves the chart's height. */
const ChartPlace = () => (
  <Box sx={{ height: 300 }}>
    <SkeletonBlock lines={9} />
  </Box>
);

/** Two lists with one figure share a row, to keep the figure near its name, and so do two summaries. Other tables are as wide as the page. */
const isHalf = (table: FurtherLayout, other: FurtherLayout | undefined) =>
  other !== undefined && isTable(table) && isTable(other) && isList(table) === isList(other);

/** A list is drawn as a table if it has one figure and no column for its details. */
const isTable = (table: FurtherLayout) => !isList(table) || (table.figures.length === 1 && !table.detailLabel);

const isList = ({ text }: FurtherLayout) => text !== undefined;

const wholeWidth = { gridColumn: '1 / -1' } as const;

const furtherGrid = {
  display: 'grid',
  gap: 2.5,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
} as const;

const Nothing = () => (
  <Typography color="textSecondary" sx={{ px: 2, pb: 2 }}>
    Nothing to show.
  </Typography>
);

const FurtherTable = ({
  table,
  rows,
  figureTo,
}: {
  table: FurtherLayout;
  rows: readonly ReportRow[];
  figureTo: FigureTo;
}) => {
  if (rows.length === 0) return <Nothing />;
  const shared = {
    label: table.title,
    first: table.label,
    figures: table.figures,
    rows,
    ...(table.linkTo && { rowTo: paths[table.linkTo].show }),
  };
  return isTable(table) ? (
    <FigureTable
      {...shared}
      figureTo={figureTo}
      totals={table.isSummed && rows.length > 1 ? sumFigures(table.figures, rows) : undefined}
    />
  ) : (
    <FigureList {...shared} detailLabel={table.detailLabel} />
  );
};

const sumFigures = (names: readonly FigureName[], rows: readonly ReportRow[]): ReportTotals =>
  Object.fromEntries(
    names.map((name) => {
      const total = sum(
        rows.map((row) => (getFigure(name).kind === 'money' ? toCents(row[name] ?? 0) : (row[name] ?? 0))),
      );
      return [name, getFigure(name).kind === 'money' ? fromCents(total) : total];
    }),
  );

/** Days are many, so they are folded away on the screen; in print they are all there. */
const FoldedSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <Accordion variant="outlined" disableGutters slotProps={{ heading: { component: 'h2' } }} sx={folded}>
    <AccordionSummary expandIcon={<ExpandMore />} sx={{ px: 2, borderRadius: '12px' }}>
      <Typography variant="h2" component="span">
        {title}
      </Typography>
    </AccordionSummary>
    <AccordionDetails sx={{ p: 0 }}>{children}</AccordionDetails>
  </Accordion>
);

const folded = {
  borderRadius: '12px !important',
  '&::before': { display: 'none' },
  '@media print': { '& .MuiCollapse-root': { height: 'auto !important', visibility: 'visible', overflow: 'visible' } },
} as const;

/** Each figure of the report once, in the order in which it first appears. */
function listMeanings(kind: ReportKind) {
  const { totals, figures, tables } = reportLayouts[kind];
  const names = new Set([...totals, ...figures, ...Object.values(tables).flatMap((table) => table.figures)]);
  return [...names].map((name) => ({ label: getFigure(name).label, value: getFigure(name).definition }));
}
