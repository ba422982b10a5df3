import { paymentMethods } from '#domain/invoices/paymentMethods.ts';
import type { FigureName } from './reportFigures.ts';
import { timeGroupings } from './reportPeriods.ts';

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
  /** A list, which says more of each row below its name. */
  readonly text?: 'detail';
  /** It says that in a column of this heading instead, and has the page's width. */
  readonly detailLabel?: string;
  /** Each row links to its page here. */
  readonly linkTo?: 'invoices' | 'drawers' | 'reconciliations';
  /** Its rows add up. */
  readonly isSummed?: true;
};

interface Layout extends Table {
  /** What people call it when they search for it. */
  readonly keywords: string;
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
    keywords: 'revenue month',
    label: 'Day',
    groupings: timeGroupings,
    totals: ['netAfterRefunds', 'moneyIn', 'atEnd', 'recurringRevenue', 'granted', 'toCollect'],
    chart: { title: 'Money over time', figures: ['netAfterRefunds', 'moneyIn'], of: 'series' },
    figures: ['netAfterRefunds', 'moneyIn', 'joined', 'left', 'granted'],
    tables: {},
  },
  sales: {
    title: 'Sales',
    keywords: 'revenue items staff tax discounts',
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
    keywords: 'revenue cash card refunds money',
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
    keywords: 'owed unpaid overdue debts receivables',
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
        detailLabel: 'Created',
        linkTo: 'invoices',
        figures: ['toCollect'],
      },
    },
  },
  memberships: {
    title: 'Memberships',
    keywords: 'members churn recurring revenue mrr new lost',
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
    keywords: 'visits check-ins hours busy',
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
    keywords: 'deferred liabilities',
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
