import type { Drawer } from './contract.ts';
import { differenceText } from './cashDrawer.ts';
import type { LedgerFilter } from '#domain/ledger/contract.ts';
import {
  paymentKinds,
  refundKinds,
  salesKinds,
  type LedgerAccount,
  type PostingKind,
} from '#domain/ledger/accounts.ts';
import { drawerMethod, paymentMethodRules, paymentMethods } from '#domain/invoices/paymentMethods.ts';
import { dateTimeText, timeText } from '#domain/shared/dateText.ts';
import { lineItemTypeLabel } from '#domain/invoices/invoiceDescription.ts';
import { formatMoney } from '#domain/shared/money.ts';
import { percentLabel } from '#domain/shared/percent.ts';

export interface DrawerFigure {
  readonly label: string;
  readonly detail?: string | undefined;
  readonly value: string;
  readonly isStrong?: boolean;
  readonly isDifference?: boolean;
  /** The ledger's filter that lists the postings behind it. */
  readonly ledger?: Partial<LedgerFilter>;
}

/** The X or Z report of a drawer, as the screen, the print and the email show it. Lines that are zero are left out. */
export const drawerReportSections = (drawer: Drawer, zone: string): { title: string; rows: DrawerFigure[] }[] =>
  [
    { title: 'Cash', rows: cash(drawer) },
    { title: 'Bills and coins', rows: billsAndCoins(drawer) },
    { title: drawer.closedAt ? 'Opened and closed' : 'Opening', rows: times(drawer, zone) },
    {
      title: 'Cash in and out',
      rows: drawer.movements.map(({ type, amount, reason, at, by }) => ({
        label: reason,
        detail: `${timeText(at, zone)} · ${by.name}`,
        value: formatMoney(type === 'in' ? amount : -amount),
        ledger: inDrawer(drawer, [drawerMethod], ['cash_movement'], at),
      })),
    },
    {
      title: 'Payments',
      rows: drawer.byMethod
        .flatMap((one) => [
          ...(one.count > 0
            ? [
                {
                  label: one.name,
                  detail: toCountText(one.count, 'payment'),
                  value: formatMoney(one.amount),
                  ledger: ofMethod(drawer, one, paymentKinds),
                },
              ]
            : []),
          ...(one.refunded !== 0
            ? [
                {
                  label: `${one.name} refunded`,
                  value: formatMoney(-one.refunded),
                  ledger: ofMethod(drawer, one, refundKinds),
                },
              ]
            : []),
        ])
        .concat(
          drawer.cashRounding === 0
            ? []
            : {
                label: 'Cash rounding',
                value: formatMoney(drawer.cashRounding),
                ledger: ofReport(drawer, ['cash_rounding'], [...paymentKinds, ...refundKinds]),
              },
        ),
    },
    {
      title: 'Sales by tax rate',
      rows: drawer.byTaxRate.map(({ rate, count, net, tax, gross }) => ({
        label: percentLabel(rate),
        detail: `${toCountText(count, 'sale')} · ${formatMoney(net)} and ${formatMoney(tax)} tax`,
        value: formatMoney(gross),
        ledger: { ...ofReport(drawer, ['revenue', 'discount', 'tax'], salesKinds), taxRate: String(rate) },
      })),
    },
    {
      title: 'Sales by category',
      rows: drawer.byCategory.map(({ category, quantity, net }) => ({
        label: lineItemTypeLabel(category),
        detail: `${quantity.toLocaleString('en-US')} sold, before tax`,
        value: formatMoney(net),
        ledger: { ...ofReport(drawer, ['revenue', 'discount'], salesKinds), category },
      })),
    },
    {
      title: 'Sales by staff',
      rows: drawer.byStaff.map(({ staffId, name, count, gross }) => ({
        label: name,
        detail: toCountText(count, 'sale'),
        value: formatMoney(gross),
        ...(staffId !== undefined && {
          ledger: { ...ofReport(drawer, ['revenue', 'discount', 'tax'], salesKinds), staffId: staffId ?? 'none' },
        }),
      })),
    },
    {
      title: 'Voids and refunds',
      rows: [
        {
          label: 'Voids',
          detail: toCountText(drawer.voids.count, 'invoice'),
          value: formatMoney(drawer.voids.amount),
          ...behind(drawer.voids.amount, ofReport(drawer, ['revenue', 'discount', 'tax'], ['void'])),
        },
        {
          label: 'Refunds',
          detail: toCountText(drawer.refunds.count, 'refund'),
          value: formatMoney(drawer.refunds.amount),
          ...behind(drawer.refunds.amount, ofReport(drawer, paymentMethods, refundKinds)),
        },
      ],
    },
  ].filter(({ rows }) => rows.length > 0);

const cash = (drawer: Drawer): DrawerFigure[] => {
  const {
    float,
    cashSales,
    cashRefunds,
    cashIn,
    cashOut,
    expected,
    counted: sum,
    difference,
    openedAt,
    closedAt,
  } = drawer;
  const moved = inDrawer(drawer, [drawerMethod], ['cash_movement']);
  return [
    { label: 'Starting cash', value: formatMoney(float), ...behind(float, ofDrawers(drawer, after(openedAt))) },
    {
      label: 'Cash sales',
      value: formatMoney(cashSales),
      ...behind(cashSales, inDrawer(drawer, [drawerMethod], paymentKinds)),
    },
    {
      label: 'Cash refunds',
      value: formatMoney(-cashRefunds),
      ...behind(cashRefunds, inDrawer(drawer, [drawerMethod], refundKinds)),
    },
    { label: 'Cash in', value: formatMoney(cashIn), ...behind(cashIn, moved) },
    { label: 'Cash out', value: formatMoney(-cashOut), ...behind(cashOut, moved) },
    {
      label: 'Expected',
      value: formatMoney(expected),
      isStrong: true,
      ...behind(expected, ofDrawers(drawer, closedAt)),
    },
    ...(sum === null || closedAt === null
      ? []
      : [{ label: 'Counted', value: formatMoney(sum), ...behind(sum, ofDrawers(drawer, after(closedAt))) }]),
    ...(difference === null
      ? []
      : [
          {
            label: 'Over or short',
            value: differenceText(difference),
            isStrong: true,
            isDifference: true,
            ...behind(difference, inDrawer(drawer, ['over_short'], ['drawer_count'], closedAt)),
          },
        ]),
  ];
};

/** Nothing is behind a figure of zero. */
const behind = (amount: number, ledger: Partial<LedgerFilter>) => (amount === 0 ? {} : { ledger });

const inDrawer = (
  { id, locationId }: Drawer,
  account: readonly LedgerAccount[],
  kind: readonly PostingKind[],
  at?: string | null,
): Partial<LedgerFilter> => ({
  locationId,
  drawerId: id,
  account: [...account],
  kind: [...kind],
  ...(at && { since: at, before: after(at) }),
});

/** The next moment. */
const after = (at: string) => new Date(Date.parse(at) + 1).toISOString();

/** All cash of the location's drawers, one after another: what was in the drawer before that moment, or is. */
const ofDrawers = ({ locationId }: Drawer, before: string | null): Partial<LedgerFilter> => ({
  locationId,
  drawerId: 'any',
  account: [drawerMethod],
  ...(before && { before }),
});

/** Covers all since the last close, in a drawer or not. Once the drawer is closed, it is what its report counted. */
const ofReport = (
  { id, locationId, reportFrom, closedAt }: Drawer,
  account: readonly LedgerAccount[],
  kind: readonly PostingKind[],
): Partial<LedgerFilter> => ({
  locationId,
  ...(closedAt ? { countedBy: id } : { since: reportFrom }),
  account: [...account],
  kind: [...kind],
});

/** Cash of the drawer, cash without one, or another method by its name. */
const ofMethod = (
  drawer: Drawer,
  { method, name }: Drawer['byMethod'][number],
  kind: readonly PostingKind[],
): Partial<LedgerFilter> => {
  if (method !== drawerMethod) return { ...ofReport(drawer, [method], kind), method: name };
  const isOfDrawer = name === paymentMethodRules[method].label;
  return isOfDrawer ? inDrawer(drawer, [method], kind) : { ...ofReport(drawer, [method], kind), drawerId: 'none' };
};

const billsAndCoins = ({ counts }: Drawer): DrawerFigure[] =>
  Object.entries(counts ?? {})
    .map(([dollars, count]) => ({ value: Number(dollars), count }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.value - a.value)
    .map(({ value, count }) => ({
      label: `${formatMoney(value)} × ${count.toLocaleString('en-US')}`,
      value: formatMoney(value * count),
    }));

const times = (drawer: Drawer, zone: string): DrawerFigure[] => {
  const { openedAt, openedBy, lastCounted, openingDifference, reportFrom, closedAt, closedBy, note } = drawer;
  return [
    { label: 'Opened', detail: openedBy.name, value: dateTimeText(openedAt, zone) },
    ...(reportFrom === openedAt
      ? []
      : [{ label: 'Sales and payments since', detail: 'The last close', value: dateTimeText(reportFrom, zone) }]),
    ...(lastCounted === null ? [] : [{ label: 'Last close counted', value: formatMoney(lastCounted) }]),
    ...(openingDifference
      ? [
          {
            label: 'Starting cash against it',
            value: differenceText(openingDifference),
            ledger: inDrawer(drawer, ['over_short'], ['drawer_count'], openedAt),
          },
        ]
      : []),
    ...(closedAt ? [{ label: 'Closed', detail: closedBy?.name, value: dateTimeText(closedAt, zone) }] : []),
    ...(note ? [{ label: 'Note', value: note }] : []),
  ];
};

const toCountText = (count: number, noun: string): string =>
  `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
