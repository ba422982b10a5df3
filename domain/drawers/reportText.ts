import type { Drawer } from './contract.ts';
import { differenceText } from './cashDrawer.ts';
import { dateTimeText, timeText } from '#domain/shared/dateText.ts';
import { lineItemTypeLabel } from '#domain/invoices/invoiceDescription.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { percentLabel } from '#domain/shared/taxRate.ts';

export interface DrawerFigure {
  readonly label: string;
  readonly detail?: string | undefined;
  readonly value: string;
  readonly isStrong?: boolean;
  readonly isDifference?: boolean;
}

/** The X or Z report of a drawer, as the screen, the print and the email show it. Lines that are zero are left out. */
export const drawerReportSections = (drawer: Drawer, zone: string): { title: string; rows: DrawerFigure[] }[] =>
  [
    { title: 'Cash', rows: cash(drawer) },
    { title: 'Bills and Coins', rows: billsAndCoins(drawer) },
    { title: drawer.closedAt ? 'Opened and Closed' : 'Opened', rows: times(drawer, zone) },
    {
      title: 'Cash In and Out',
      rows: drawer.movements.map(({ type, amount, reason, at, by }) => ({
        label: reason,
        detail: `${timeText(at, zone)} · ${by.name}`,
        value: signed(type === 'in' ? amount : -amount),
      })),
    },
    {
      title: 'Payments',
      rows: drawer.byMethod.flatMap(({ name, count, amount, refunded }) => [
        ...(count > 0 ? [{ label: name, detail: counted(count, 'payment'), value: formatMoney(amount) }] : []),
        ...(refunded !== 0 ? [{ label: `${name} refunded`, value: signed(-refunded) }] : []),
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
      rows: drawer.byCategory.map(({ category, quantity, net }) => ({
        label: lineItemTypeLabel(category),
        detail: `${quantity.toLocaleString('en-US')} sold, before tax`,
        value: formatMoney(net),
      })),
    },
    {
      title: 'Sales by Staff',
      rows: drawer.byStaff.map(({ name, count, gross }) => ({
        label: name,
        detail: counted(count, 'sale'),
        value: formatMoney(gross),
      })),
    },
    {
      title: 'Voids and Refunds',
      rows: [
        { label: 'Voids', detail: counted(drawer.voids.count, 'invoice'), value: formatMoney(drawer.voids.amount) },
        {
          label: 'Refunds',
          detail: counted(drawer.refunds.count, 'refund'),
          value: formatMoney(drawer.refunds.amount),
        },
      ],
    },
  ].filter(({ rows }) => rows.length > 0);

const cash = ({
  float,
  cashSales,
  cashRefunds,
  cashIn,
  cashOut,
  expected,
  counted: sum,
  difference,
}: Drawer): DrawerFigure[] => [
  { label: 'Float', value: formatMoney(float) },
  { label: 'Cash sales', value: signed(cashSales) },
  { label: 'Cash refunds', value: signed(-cashRefunds) },
  { label: 'Cash in', value: signed(cashIn) },
  { label: 'Cash out', value: signed(-cashOut) },
  { label: 'Expected', value: formatMoney(expected), isStrong: true },
  ...(sum === null ? [] : [{ label: 'Counted', value: formatMoney(sum) }]),
  ...(difference === null
    ? []
    : [{ label: 'Over or short', value: differenceText(difference), isStrong: true, isDifference: true }]),
];

const billsAndCoins = ({ counts }: Drawer): DrawerFigure[] =>
  Object.entries(counts ?? {})
    .map(([dollars, count]) => ({ value: Number(dollars), count }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.value - a.value)
    .map(({ value, count }) => ({
      label: `${formatMoney(value)} × ${count.toLocaleString('en-US')}`,
      value: formatMoney(value * count),
    }));

const times = (
  { openedAt, openedBy, lastCounted, openingDifference, reportFrom, closedAt, closedBy, note }: Drawer,
  zone: string,
): DrawerFigure[] => [
  { label: 'Opened', detail: openedBy.name, value: dateTimeText(openedAt, zone) },
  ...(reportFrom === openedAt
    ? []
    : [{ label: 'Sales and payments since', detail: 'The last close', value: dateTimeText(reportFrom, zone) }]),
  ...(lastCounted === null ? [] : [{ label: 'Last close counted', value: formatMoney(lastCounted) }]),
  ...(openingDifference ? [{ label: 'Float against it', value: differenceText(openingDifference) }] : []),
  ...(closedAt ? [{ label: 'Closed', detail: closedBy?.name, value: dateTimeText(closedAt, zone) }] : []),
  ...(note ? [{ label: 'Note', value: note }] : []),
];

const signed = (amount: number): string =>
  amount < 0 ? `−${formatMoney(-amount)}` : formatMoney(amount === 0 ? 0 : amount);

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
