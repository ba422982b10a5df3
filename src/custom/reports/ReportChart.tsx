import { Box } from '@mui/material';
import { BarChart } from '@mui/x-charts/BarChart';
import { LineChart } from '@mui/x-charts/LineChart';
import { useLayoutEffect, useRef, useState } from 'react';
import type { PaymentMethod } from '#domain/invoices/paymentMethods.ts';
import type { ReportRow } from '#domain/reports/contract.ts';
import { getFigure, type FigureName } from '#domain/reports/reportFigures.ts';
import { figureText } from '#domain/reports/reportText.ts';
import { darkChart, lightChart, type ChartColors } from '#src/ui/theme/palette.ts';

interface ReportChartProps {
  title: string;
  rows: readonly ReportRow[];
  figures: readonly FigureName[];
  isStacked: boolean;
  /** With more groups than this, lines replace the bars. */
  isLine: boolean;
}

export const ReportChart = ({ title, rows, figures, isStacked, isLine }: ReportChartProps) => {
  const { ref, width } = useWidth();
  const kind = getFigure(figures[0] ?? 'net').kind;
  const axisWidth = kind === 'money' ? 64 : 40;
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
        width: axisWidth,
        valueFormatter: (value: number) => (kind === 'money' ? shortMoney(value) : value.toLocaleString('en-US')),
        min: 0,
        ...(kind === 'count' && { tickMinStep: 1 }),
      },
    ],
    width,
    height: 300,
    margin: { left: 0, right: 16, top: 8, bottom: 0 },
    grid: { horizontal: true },
    // One figure is named by the title above.
    hideLegend: figures.length === 1,
    skipAnimation: true,
    disableKeyboardNavigation: true,
  } as const;
  const room = (width - axisWidth - 16) / Math.max(1, rows.length);
  const every = Math.ceil(dayWidth / Math.max(1, room));
  const groups = {
    dataKey: 'label',
    valueFormatter: tickText,
    // Left to itself the axis names each day up to Nov 10, and then every second one.
    ...(isLine && { tickLabelInterval: (_label: string, index: number) => index % every === 0 }),
  };
  return (
    <Box
      ref={ref}
      role="img"
      aria-label={`${title}: ${figures.map((name) => getFigure(name).label).join(', ')}. The table has the same figures.`}
      sx={look}
    >
      {width === 0 ? null : isLine && rows.length > mostBars && !isStacked ? (
        <LineChart
          {...axes}
          xAxis={[{ scaleType: 'point', ...groups }]}
          series={series.map((one) => ({ ...one, curve: 'linear', showMark: false }))}
        />
      ) : (
        <BarChart
          {...axes}
          xAxis={[{ scaleType: 'band', ...groups, categoryGapRatio: Math.max(0.2, 1 - mostBarWidth / room) }]}
          series={series.map((one) => (isStacked ? { ...one, stack: 'all' } : one))}
          borderRadius={2}
        />
      )}
    </Box>
  );
};

const mostBars = 40;
/** In pixels, with the gap beside it. */
const dayWidth = 52;
/** In pixels, with what stands beside it for the same group. */
const mostBarWidth = 120;

/** Of an element, before it is painted and whenever it changes. */
function useWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const measure = () => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}

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

const toVariables = ({ gain, loss, second, third }: ChartColors) => ({
  '--chart-gain': gain,
  '--chart-loss': loss,
  '--chart-second': second,
  '--chart-third': third,
});

/** The second line is dashed. */
const look = {
  minWidth: 0,
  minHeight: 300,
  breakInside: 'avoid',
  ...toVariables(lightChart),
  '@media screen': { '[data-theme="dark"] &': toVariables(darkChart) },
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
