import { perMethod } from '#domain/invoices/paymentMethods.ts';

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
