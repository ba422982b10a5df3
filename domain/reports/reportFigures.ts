import { paymentMethods, perMethod } from '#domain/invoices/paymentMethods.ts';
import { timeGroupings } from './reportPeriods.ts';

/** Each figure is defined here once. The screen shows the definition beside it. */

export type FigureKind = 'money' | 'count' | 'percent';

interface Figure {
  readonly label: string;
  readonly kind: FigureKind;
  readonly definition: string;
  readonly isBadWhenUp?: true;
  /** Not drawn among the totals while it is zero: most gyms have none. */
  readonly isRare?: true;
}

const money = (label: string, definition: string, more: Pick<Figure, 'isBadWhenUp' | 'isRare'> = {}): Figure => ({
  label,
  kind: 'money',
  definition,
  ...more,
});
const count = (label: string, definition: string, more: Pick<Figure, 'isBadWhenUp'> = {}): Figure => ({
  label,
  kind: 'count',
  definition,
  ...more,
});
const bad = { isBadWhenUp: true } as const;

const figures = {
  net: money(
    'Sales before tax',
    'Invoiced without tax, before refunds, on the day of the invoice, less what was voided, on the day of the void. Drafts do not count; what was written off does.',
  ),
  netAfterRefunds: money('Net sales', 'Sales before tax, less refunds without their tax.'),
  tax: money('Tax', 'The sales tax of the same invoices and voids. Of several lines each has its share.'),
  taxRefunded: money(
    'Tax refunded',
    'The tax in refunds, on the day of the refund. Of several lines each has its share.',
    bad,
  ),
  netTax: money('Net tax', 'Tax, less tax refunded: what is due where tax is owed when it is invoiced.'),
  gross: money('Gross sales', 'Sales with tax, before refunds.'),
  refunds: money(
    'Refunds',
    'Money given back, with tax, on the day of the refund. It belongs to the lines it was given for, or to all by what is left of their price.',
    bad,
  ),
  moneyIn: money('Payments received', 'Payments, on the day they went through, before refunds.'),
  moneyRefunded: money('Refunded', 'Money given back, on the day of the refund.', bad),
  cashRounding: money(
    'Cash rounding',
    'What rounding added to cash payments, less what it took off, with that of cash refunds.',
    { isRare: true },
  ),
  ...perMethod(({ label, inWords }) => money(label, `Received ${inWords}.`)),
  other: money('Other', 'Received by any other method.'),
  matched: count('Matched', 'Card payments and refunds on which Spotter and Stripe agree.'),
  differences: count('Discrepancies', 'What differs between Spotter and Stripe, or within the books.', bad),
  stripeFees: money('Stripe’s fees', 'What Stripe charged for these days.'),
  payouts: money('Paid out', 'What Stripe sent to the bank on these days.'),
  expectedCash: money(
    'Expected',
    'The float, cash payments and cash that came in, less cash refunds and cash that went out.',
  ),
  countedCash: money('Counted', 'The cash that was counted when the drawer was closed.'),
  cashDifference: money('Over or short', 'Counted less expected: below zero the drawer was short.'),
  toCollect: money(
    'Outstanding',
    'What is due on open, partially paid and overdue invoices at the end of the last day.',
    bad,
  ),
  open: money('Open', 'Due on invoices of which nothing is paid.'),
  partiallyPaid: money('Partially paid', 'Due on invoices that are paid in part.'),
  overdue: money('Overdue', 'Due on invoices whose payment failed or is late.', bad),
  invoices: count('Invoices', 'Invoices on which something is due.', bad),
  writtenOff: money('Written off', 'Given up as uncollectable in this period, less what was paid after all.', bad),
  atStart: count('Members at start', 'People who were members when the first day began, at their home location.'),
  joined: count(
    'Joined',
    'People who became members, on the day they bought or on which the membership began, whichever is earlier.',
  ),
  left: count(
    'Left',
    'People whose last membership ended, on its last day, once that day is over. One that renews, or whose payment failed, ends after its grace period.',
    bad,
  ),
  atEnd: count(
    'Members',
    'Who has bought a membership that has not ended, or is in its grace period, frozen ones included: as on the dashboard. On a past day after it was over; a pass that ended on the day it began does not count.',
  ),
  frozen: count('Frozen', 'Members at the end whose membership is frozen on the last day.'),
  churn: { label: 'Churn', kind: 'percent', definition: 'Left ÷ members at start.', ...bad },
  recurringRevenue: money(
    'Recurring revenue',
    'Price per month of all memberships that will renew, without tax: an annual price counts one twelfth.',
  ),
  recurringNew: money('New recurring', 'Recurring revenue of memberships that began.'),
  recurringChanged: money('Changed recurring', 'Recurring revenue gained or lost by changes of plan.'),
  recurringLost: money(
    'Lost recurring',
    'Recurring revenue of memberships that were canceled, ended or stopped renewing.',
    bad,
  ),
  memberships: count('Memberships', 'Memberships, not people.'),
  expiredCards: count(
    'Expired cards',
    'Of these, the ones whose saved card will have expired on the day it is charged.',
    bad,
  ),
  amount: money('Amount', 'The sum of these, without tax.'),
  granted: count('Check-ins', 'Check-ins that were granted.'),
  denied: count('Denied', 'Check-ins that were denied.', bad),
  members: count('People', 'Members, each counted once.'),
  deferred: money(
    'Prepaid revenue',
    'Paid for memberships and not earned yet, by day of the term, or by visit for a visit pack, without tax and refunds. The last day counts as earned.',
  ),
  served: money('Earned', 'The part that is earned in this month.'),
} as const satisfies Record<string, Figure>;

export type FigureName = keyof typeof figures;
export const figureNames = Object.keys(figures) as FigureName[];
export const getFigure = (name: FigureName): Figure => figures[name];

/** The heading of the first column for each way of grouping. */
export const groupingLabels = {
  day: 'Day',
  week: 'Week',
  month: 'Month',
  category: 'Category',
  item: 'Item',
  staff: 'Staff',
} as const;
export type Grouping = keyof typeof groupingLabels;
export const allGroupings = Object.keys(groupingLabels) as [Grouping, ...Grouping[]];

interface Table {
  readonly title: string;
  /** The heading of the first column. */
  readonly label: string;
  readonly figures: readonly FigureName[];
}

export type FurtherLayout = Table & {
  readonly text?: 'detail';
  /** Each row links to its page here. */
  readonly linkTo?: 'invoices' | 'drawers' | 'reconciliations';
  /** Its rows add up. */
  readonly isSummed?: true;
};

interface Layout extends Table {
  readonly totals: readonly FigureName[];
  /** How the rows can be grouped; a report as of a date cannot be. */
  readonly groupings: readonly Grouping[];
  readonly chart: {
    /** For several figures, which the legend names. */
    readonly title?: string;
    readonly figures: readonly FigureName[];
    readonly isStacked?: true;
    /** The series, the rows, or a further table by its name. */
    readonly of: 'series' | 'rows' | 'months';
    readonly text?: string;
  };
  /** Further tables, by their names in the response. */
  readonly tables: Readonly<Record<string, FurtherLayout>>;
}

/** The order is that of the screen, the file and the print. */
const layouts = {
  overview: {
    title: 'Overview',
    label: 'Day',
    groupings: timeGroupings,
    totals: ['netAfterRefunds', 'moneyIn', 'atEnd', 'recurringRevenue', 'granted', 'toCollect'],
    chart: { title: 'Money over time', figures: ['netAfterRefunds', 'moneyIn'], of: 'series' },
    figures: ['netAfterRefunds', 'moneyIn', 'joined', 'left', 'granted'],
    tables: {},
  },
  sales: {
    title: 'Sales',
    label: 'Day',
    groupings: allGroupings,
    totals: ['netAfterRefunds', 'net', 'refunds', 'gross', 'tax', 'netTax'],
    chart: { title: 'Sales over time', figures: ['net', 'refunds'], of: 'series' },
    figures: ['net', 'tax', 'gross', 'refunds', 'netAfterRefunds'],
    tables: {
      taxRates: {
        title: 'Sales tax',
        label: 'Rate',
        figures: ['netAfterRefunds', 'tax', 'taxRefunded', 'netTax'],
        isSummed: true,
      },
    },
  },
  payments: {
    title: 'Payments',
    label: 'Day',
    groupings: timeGroupings,
    totals: ['moneyIn', 'moneyRefunded', 'cashRounding'],
    chart: { title: 'Payments over time', figures: paymentMethods, isStacked: true, of: 'series' },
    figures: [...paymentMethods, 'moneyIn', 'moneyRefunded'],
    tables: {
      methods: { title: 'By method', label: 'Method', figures: ['moneyIn', 'moneyRefunded'], isSummed: true },
      drawers: {
        title: 'Z reports',
        label: 'Drawer',
        text: 'detail',
        linkTo: 'drawers',
        figures: ['cashDifference', 'expectedCash', 'countedCash'],
      },
      stripe: {
        title: 'Stripe reconciliation',
        label: 'Days',
        text: 'detail',
        linkTo: 'reconciliations',
        figures: ['matched', 'differences', 'stripeFees', 'payouts'],
      },
    },
  },
  'to-collect': {
    title: 'Outstanding',
    label: 'Age',
    groupings: [],
    totals: ['toCollect', 'invoices', 'writtenOff'],
    chart: {
      title: 'Outstanding by age and status',
      figures: ['open', 'partiallyPaid', 'overdue'],
      isStacked: true,
      of: 'rows',
    },
    figures: ['invoices', 'open', 'partiallyPaid', 'overdue', 'toCollect'],
    tables: {
      oldest: {
        title: 'Oldest invoices',
        label: 'Customer',
        text: 'detail',
        linkTo: 'invoices',
        figures: ['toCollect'],
      },
    },
  },
  memberships: {
    title: 'Memberships',
    label: 'Day',
    groupings: timeGroupings,
    totals: [
      'atStart',
      'joined',
      'left',
      'atEnd',
      'frozen',
      'churn',
      'recurringRevenue',
      'recurringNew',
      'recurringChanged',
      'recurringLost',
    ],
    chart: { title: 'Member changes over time', figures: ['joined', 'left'], of: 'series' },
    figures: ['joined', 'left', 'atEnd', 'recurringNew', 'recurringChanged', 'recurringLost', 'recurringRevenue'],
    tables: {
      reasons: { title: 'Reasons for leaving', label: 'Reason', figures: ['members'], isSummed: true },
      renewals: {
        title: 'Renewals of the next 30 days',
        label: 'Renews by',
        figures: ['memberships', 'expiredCards', 'amount'],
        isSummed: true,
      },
      cards: { title: 'Cards that expire before the renewal', label: 'Member', text: 'detail', figures: ['amount'] },
      ending: { title: 'Ending in the next 30 days', label: 'Member', text: 'detail', figures: ['amount'] },
    },
  },
  attendance: {
    title: 'Attendance',
    label: 'Day',
    groupings: timeGroupings,
    totals: ['granted', 'denied'],
    chart: { title: 'Check-ins over time', figures: ['granted', 'denied'], isStacked: true, of: 'series' },
    figures: ['granted', 'denied'],
    tables: {
      denials: { title: 'Denied by reason', label: 'Reason', figures: ['denied'], isSummed: true },
      notSeen: { title: 'Members not seen', label: 'Without a visit for', figures: ['members'] },
    },
  },
  deferred: {
    title: 'Prepaid revenue',
    label: 'Membership',
    groupings: [],
    totals: ['deferred'],
    chart: {
      figures: ['deferred'],
      of: 'months',
      text: 'At the end of each coming month, based on payments so far',
    },
    figures: ['memberships', 'deferred'],
    tables: { months: { title: 'Revenue schedule', label: 'Month', figures: ['served', 'deferred'] } },
  },
} satisfies Record<string, Layout>;

export type ReportKind = keyof typeof layouts;
export const reportKinds = Object.keys(layouts) as ReportKind[];
export const reportLayouts: Record<ReportKind, Layout> = layouts;

export const firstColumn = (kind: ReportKind, grouping: Grouping): string =>
  reportLayouts[kind].groupings.includes(grouping) ? groupingLabels[grouping] : reportLayouts[kind].label;

/** The age groups of open invoices, in days since the invoice was written. */
export const ages = [
  { key: '0-7', label: '0–7 days', from: 0 },
  { key: '8-30', label: '8–30 days', from: 8 },
  { key: '31-60', label: '31–60 days', from: 31 },
  { key: 'over-60', label: 'Over 60 days', from: 61 },
] as const;

export const toAge = (days: number): string => (ages.findLast(({ from }) => days >= from) ?? ages[0]).key;

/** Left ÷ members at start, to a hundredth of a percent; null without members. */
export const computeChurn = (left: number, atStart: number): number | null =>
  atStart === 0 ? null : Math.round((left * 10_000) / atStart) / 10_000;

/** The change from the previous period, in whole percent; null without anything to compare with. */
export function changePercent(now: number | null | undefined, before: number | null | undefined): number | null {
  if (now === null || now === undefined || !before) return null;
  return Math.round(((now - before) * 100) / Math.abs(before));
}
