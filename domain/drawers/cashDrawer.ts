import type { PaymentMethod } from '#domain/invoices/paymentMethods.ts';
import type { LineItemType } from '#domain/invoices/invoiceDescription.ts';
import { todayIn } from '#domain/shared/dates.ts';
import { formatMoney, toCents, sum } from '#domain/shared/money.ts';

export const drawerStatuses = ['open', 'closed', 'not_counted'] as const;
export type DrawerStatus = (typeof drawerStatuses)[number];

export const drawerStatusLabels: Record<DrawerStatus, string> = {
  open: 'Open',
  closed: 'Closed',
  not_counted: 'Not counted',
};

/** The cash that moved through a drawer so far, in cents. Every sum is positive. */
export interface DrawerCash {
  readonly float: number;
  readonly cashSales: number;
  readonly cashRefunds: number;
  readonly cashIn: number;
  readonly cashOut: number;
}

export const expectedCash = ({ float, cashSales, cashRefunds, cashIn, cashOut }: DrawerCash): number =>
  float + cashSales - cashRefunds + cashIn - cashOut;

/** Positive is over, negative is short. */
export const countDifference = (counted: number, expected: number): number => counted - expected;

/** '$0.50 short', '$0.50 over' or 'Exact'. */
export function differenceText(difference: number): string {
  if (difference === 0) return 'Exact';
  return `${formatMoney(Math.abs(difference))} ${difference > 0 ? 'over' : 'short'}`;
}

/** How the float differs from what the previous close counted; null for the first drawer of a location. */
export const openingDifference = (float: number, lastCounted: number | null): number | null =>
  lastCounted === null ? null : float - lastCounted;

interface DrawerTimes {
  readonly openedAt: Date;
  readonly closedAt: Date | null;
}

/** A drawer belongs to the calendar day on which it was opened. After that day its status is not counted until it is closed. */
export function drawerStatus({ openedAt, closedAt }: DrawerTimes, zone: string, now: Date): DrawerStatus {
  if (closedAt) return 'closed';
  return todayIn(zone, now) > todayIn(zone, openedAt) ? 'not_counted' : 'open';
}

/** The bills and coins of the US dollar in cents, the largest first. */
export const denominations = [10_000, 5_000, 2_000, 1_000, 500, 200, 100, 50, 25, 10, 5, 1] as const;

/** How many of each bill and coin, by its value in dollars: `{"20": 3, "0.25": 8}`. */
export type CashCounts = Readonly<Record<string, number>>;

export const isDenomination = (dollars: string): boolean =>
  /^\d{1,3}(\.\d{1,2})?$/.test(dollars) && (denominations as readonly number[]).includes(toCents(dollars));

export const countedCash = (counts: CashCounts): number =>
  sum(Object.entries(counts).map(([dollars, count]) => toCents(dollars) * count));

/** Covers what was sold and paid at a location since its previous drawer was closed, in cents. Stored when the drawer is closed. */
export interface DrawerReport {
  /** The close of the previous drawer. */
  readonly from: string;
  readonly byMethod: readonly {
    method: PaymentMethod;
    name: string;
    count: number;
    amount: number;
    refunded: number;
  }[];
  readonly byTaxRate: readonly { rate: number; count: number; net: number; tax: number; gross: number }[];
  readonly byCategory: readonly { category: LineItemType; quantity: number; net: number }[];
  readonly byStaff: readonly { staffId?: string | null; name: string; count: number; gross: number }[];
  /** Negative when rounding took off more than it added. */
  readonly cashRounding: number;
  readonly voids: { readonly count: number; readonly amount: number };
  readonly refunds: { readonly count: number; readonly amount: number };
}
