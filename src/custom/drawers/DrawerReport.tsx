import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';
import type { Drawer } from '#domain/contract/drawers.ts';
import { dateTimeText, timeText } from '#domain/rules/dateText.ts';
import { formatMoney } from '#domain/rules/money.ts';
import { percentLabel } from '#domain/rules/taxRate.ts';
import { useSelectedLocation } from '#src/custom/location-scope/useLocationScope.ts';
import { lineItemTypeLabel } from '#src/custom/ui/labels.ts';
import { differenceSeverity, differenceText } from './drawerText.ts';

/** The X report of an open drawer, the Z report of a closed one. What did not happen is left out. */
export const DrawerReport = ({ drawer }: { drawer: Drawer }) => {
  const { timezone } = useSelectedLocation();
  return (
    <Box sx={{ columnWidth: 340, columnGap: '20px', mb: -2, '& > *': { breakInside: 'avoid', mb: 2 } }}>
      {sections(drawer, timezone)
        .filter(({ rows }) => rows.length > 0)
        .map((section) => (
          <Figures key={section.title} {...section} />
        ))}
    </Box>
  );
};

interface Figure {
  label: string;
  detail?: string | undefined;
  value: ReactNode;
  isStrong?: boolean;
  color?: string;
}

const Figures = ({ title, rows }: { title: string; rows: readonly Figure[] }) => {
  const id = useId();
  return (
    <Paper component="section" variant="outlined" aria-labelledby={id} sx={{ px: 2, py: 1.75 }}>
      <Typography variant="h3" id={id} sx={{ mb: 1 }}>
        {title}
      </Typography>
      <Box component="dl" sx={{ m: 0, display: 'grid', gap: 0.75 }}>
        {rows.map(({ label, detail, value, isStrong, color }, index) => (
          <Box key={index} sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, ...(isStrong && { fontWeight: 600, borderTop: 1, borderColor: 'divider', pt: 0.75 }) }}>
            <Box component="dt" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              {label}
              {detail && (
                <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
                  {detail}
                </Typography>
              )}
            </Box>
            <Box component="dd" className="tabular" sx={{ m: 0, textAlign: 'right', flexShrink: 0, maxWidth: '65%', overflowWrap: 'anywhere', ...(color && { color }) }}>
              {value}
            </Box>
          </Box>
        ))}
      </Box>
    </Paper>
  );
};

const sections = (drawer: Drawer, zone: string): { title: string; rows: Figure[] }[] => [
  { title: 'Cash', rows: cash(drawer) },
  { title: 'Bills and Coins', rows: billsAndCoins(drawer) },
  { title: drawer.closedAt ? 'Opened and Closed' : 'Opened', rows: times(drawer, zone) },
  {
    title: 'Cash In and Out',
    rows: drawer.movements.map(({ type, amount, reason, at, by }) => ({ label: reason, detail: `${timeText(at, zone)} · ${by.name}`, value: signed(type === 'in' ? amount : -amount) })),
  },
  {
    title: 'Payments',
    rows: drawer.byMethod.flatMap(({ name, count, amount, refunded }) => [
      ...(count > 0 ? [{ label: name, detail: counted(count, 'payment'), value: formatMoney(amount) }] : []),
      ...(refunded > 0 ? [{ label: `${name} refunded`, value: signed(-refunded) }] : []),
    ]),
  },
  {
    title: 'Sales by Tax Rate',
    rows: drawer.byTaxRate.map(({ rate, count, net, tax, gross }) => ({
      label: percentLabel(rate),
      detail: `${counted(count, 'sale')} · ${formatMoney(net)} and ${formatMoney(tax)} tax`,
      value: formatMoney(gross),
    })),
  },
  {
    title: 'Sales by Category',
    rows: drawer.byCategory.map(({ category, quantity, net }) => ({ label: lineItemTypeLabel(category), detail: `${quantity.toLocaleString('en-US')} sold, before tax`, value: formatMoney(net) })),
  },
  { title: 'Sales by Staff', rows: drawer.byStaff.map(({ name, count, gross }) => ({ label: name, detail: counted(count, 'sale'), value: formatMoney(gross) })) },
  {
    title: 'Voids and Refunds',
    rows: [
      { label: 'Voids', detail: counted(drawer.voids.count, 'invoice'), value: formatMoney(drawer.voids.amount) },
      { label: 'Refunds', detail: counted(drawer.refunds.count, 'refund'), value: formatMoney(drawer.refunds.amount) },
    ],
  },
];

const cash = ({ float, cashSales, cashRefunds, cashIn, cashOut, expected, counted: sum, difference }: Drawer): Figure[] => [
  { label: 'Float', value: formatMoney(float) },
  { label: 'Cash sales', value: signed(cashSales) },
  { label: 'Cash refunds', value: signed(-cashRefunds) },
  { label: 'Cash in', value: signed(cashIn) },
  { label: 'Cash out', value: signed(-cashOut) },
  { label: 'Expected', value: formatMoney(expected), isStrong: true },
  ...(sum === null ? [] : [{ label: 'Counted', value: formatMoney(sum) }]),
  ...(difference === null ? [] : [{ label: 'Over or short', value: differenceText(difference), isStrong: true, color: `${differenceSeverity(difference)}.main` }]),
];

const billsAndCoins = ({ counts }: Drawer): Figure[] =>
  Object.entries(counts ?? {})
    .map(([dollars, count]) => ({ value: Number(dollars), count }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.value - a.value)
    .map(({ value, count }) => ({ label: `${formatMoney(value)} × ${count.toLocaleString('en-US')}`, value: formatMoney(value * count) }));

const times = ({ openedAt, openedBy, lastCounted, openingDifference, reportFrom, closedAt, closedBy, note }: Drawer, zone: string): Figure[] => [
  { label: 'Opened', detail: openedBy.name, value: dateTimeText(openedAt, zone) },
  ...(reportFrom === openedAt ? [] : [{ label: 'Sales and payments since', detail: 'The last close', value: dateTimeText(reportFrom, zone) }]),
  ...(lastCounted === null ? [] : [{ label: 'Last close counted', value: formatMoney(lastCounted) }]),
  ...(openingDifference ? [{ label: 'Float against it', value: differenceText(openingDifference) }] : []),
  ...(closedAt ? [{ label: 'Closed', detail: closedBy?.name, value: dateTimeText(closedAt, zone) }] : []),
  ...(note ? [{ label: 'Note', value: note }] : []),
];

const signed = (amount: number): string => (amount < 0 ? `−${formatMoney(-amount)}` : formatMoney(amount === 0 ? 0 : amount));

const counted = (count: number, noun: string): string => `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
