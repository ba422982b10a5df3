import { Box } from '@mui/material';
import { BarChart } from '@mui/x-charts/BarChart';
import { LineChart } from '@mui/x-charts/LineChart';
import type { PaymentMethod } from '#domain/invoices/paymentMethods.ts';
import type { ReportRow } from '#domain/reports/contract.ts';
import { getFigure, type FigureName } from '#domain/reports/reportFigures.ts';
import { figureText } from '#domain/reports/reportText.ts';

interface ReportChartProps {
  title: string;
  rows: readonly ReportRow[];
  figures: readonly FigureName[];
  isStacked: boolean;
  /** With more groups than this, lines replace the bars. */
  isLine: boolean;
}

export const ReportChart = ({ title, rows, figures, isStacked, isLine }: ReportChartProps) => {
  const kind = getFigure(figures[0] ?? 'net').kind;
  const series = figures.map((name) => ({
    id: name,
    dataKey: name,
    label: getFigure(name).label,
    color: colors[name] ?? 'var(--chart-gain)',
    valueFormatter: (value: number | null) => figureText(name, value),
  }));
  const data = rows.map((row) => ({
    label: row.label,
    ...Object.fromEntries(figures.map((name) => [name, row[name] ?? 0])),
  }));
  const axes = {
    dataset: data,
    // People and check-ins are whole numbers.
    yAxis: [
      {
        width: kind === 'money' ? 64 : 40,
        valueFormatter: (value: number) => (kind === 'money' ? shortMoney(value) : value.toLocaleString('en-US')),
        min: 0,
        ...(kind === 'count' && { tickMinStep: 1 }),
      },
    ],
    height: 300,
    margin: { left: 0, right: 16, top: 8, bottom: 0 },
    grid: { horizontal: true },
    // One figure is named by the title above.
    hideLegend: figures.length === 1,
    skipAnimation: true,
    disableKeyboardNavigation: true,
  } as const;
  // With a smaller gap the label 'Nov 2' would fit beside 'Nov 1', although no other day fits beside the one before.
  const groups = { dataKey: 'label', valueFormatter: tickText, tickLabelMinGap: 12 } as const;
  return (
    <Box
      role="img"
      aria-label={`${title}: ${figures.map((name) => getFigure(name).label).join(', ')}. The table has the same figures.`}
      sx={look}
    >
      {isLine && rows.length > mostBars && !isStacked ? (
        <LineChart
          {...axes}
          xAxis={[{ scaleType: 'point', ...groups }]}
          series={series.map((one) => ({ ...one, curve: 'linear', showMark: false }))}
        />
      ) : (
        <BarChart
          {...axes}
          xAxis={[{ scaleType: 'band', ...groups }]}
          series={series.map((one) => (isStacked ? { ...one, stack: 'all' } : one))}
          borderRadius={2}
        />
      )}
    </Box>
  );
};

const mostBars = 40;

/** Each its own, since they are stacked. */
const methodColors: Record<PaymentMethod, string> = {
  cash: 'var(--chart-gain)',
  card: 'var(--chart-third)',
  other: 'var(--chart-second)',
};

/** A color means the same in every chart: orange is what is lost or late; the rest is gained, money first. */
const colors: Partial<Record<FigureName, string>> = {
  ...methodColors,
  ...Object.fromEntries((['refunds', 'left', 'denied', 'overdue'] as const).map((name) => [name, 'var(--chart-loss)'])),
  ...Object.fromEntries((['moneyIn', 'partiallyPaid'] as const).map((name) => [name, 'var(--chart-second)'])),
};

/** The colors differ in lightness too, and each contrasts with the page. The second line is dashed. */
const look = {
  minWidth: 0,
  breakInside: 'avoid',
  '--chart-gain': '#0b5f66',
  '--chart-loss': '#c77700',
  '--chart-second': '#8a97b8',
  '--chart-third': '#5b3a8c',
  '@media screen': {
    '[data-theme="dark"] &': {
      '--chart-gain': '#6fd0d4',
      '--chart-loss': '#c9822b',
      '--chart-second': '#e3e8f4',
      '--chart-third': '#a98be0',
    },
  },
  '& path[data-series="refunds"], & path[data-series="moneyIn"]': { strokeDasharray: '6 4' },
} as const;

/** 'Nov 1' for a day or for the week that begins with it, 'Nov ’26' for a month. */
const tickText = (label: string) =>
  label
    .replace(/, \d{4}$/, '')
    .replace('Week of ', '')
    .replace(/ \d\d(\d\d)$/, ' ’$1');

/** '$1.2k' for an axis. */
const shortMoney = (dollars: number) =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    notation: 'compact',
    maximumFractionDigits: 1,
  }).format(dollars);
