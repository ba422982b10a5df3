import { lineItemTypes } from '#domain/invoices/invoiceDescription.ts';
import { paymentMethods, perMethod } from '#domain/invoices/paymentMethods.ts';
import type { FigureName } from '#domain/reports/reportFigures.ts';
import { reportLayouts, type Grouping, type ReportKind } from '#domain/reports/reportLayouts.ts';
import { isTimeGrouping, listGroups, type ReportPeriod } from '#domain/reports/reportPeriods.ts';
import { paymentKinds, refundKinds, salesKinds, type LedgerAccount, type PostingKind } from './accounts.ts';
import type { LedgerFilter } from './contract.ts';

/** The entries that a figure of the reports adds up. The others are not sums of entries. */
const figureEntries: Partial<Record<FigureName, { account: LedgerAccount[]; kind?: readonly PostingKind[] }>> = {
  net: { account: ['revenue', 'discount'] },
  netAfterRefunds: { account: ['revenue', 'discount', 'refunds'] },
  tax: { account: ['tax'], kind: salesKinds },
  taxRefunded: { account: ['tax'], kind: refundKinds },
  netTax: { account: ['tax'] },
  gross: { account: ['revenue', 'discount', 'tax'], kind: salesKinds },
  refunds: { account: ['refunds', 'tax'], kind: refundKinds },
  moneyIn: { account: [...paymentMethods], kind: paymentKinds },
  moneyRefunded: { account: [...paymentMethods], kind: refundKinds },
  cashRounding: { account: ['cash_rounding'] },
  ...perMethod((_rules, method) => ({ account: [method], kind: paymentKinds })),
  writtenOff: { account: ['write_offs'] },
  toCollect: { account: ['receivable'] },
};

/** The ledger's filter that lists the entries behind a figure. Undefined when the figure is no sum of entries. */
export function figureFilter(name: FigureName, { from, to }: ReportPeriod): Partial<LedgerFilter> | undefined {
  const chosen = figureEntries[name];
  if (!chosen) return undefined;
  const { account, kind } = chosen;
  // What is owed at the end of a day was booked at any time before.
  return { ...(name !== 'toCollect' && { from }), to, account, ...(kind && { kind: [...kind] }) };
}

/** Narrows a figure's entries to one row of the report's table. Undefined for a row whose entries cannot be chosen. */
export function rowFilter(
  kind: ReportKind,
  grouping: Grouping,
  period: ReportPeriod,
  key: string,
): Partial<LedgerFilter> | undefined {
  if (!reportLayouts[kind].groupings.includes(grouping)) return undefined;
  if (isTimeGrouping(grouping)) {
    const group = listGroups(period, grouping).find((one) => one.key === key);
    return group && { from: group.from, to: group.to };
  }
  if (grouping === 'staff') return { staffId: key };
  // A line without an item is named by its category and its own name.
  const [type, ...name] = key.split(' ');
  const category = lineItemTypes.find((one) => one === type);
  if (grouping === 'category') return category && { category };
  return category ? { category, itemId: 'none', name: name.join(' ') } : { itemId: key };
}

/** The same for the rows of further tables. */
export const tableFilters: Readonly<Record<string, (key: string) => Partial<LedgerFilter>>> = {
  methods: (method) => ({ method }),
  taxRates: (key) => {
    const [locationId, taxRate] = key.split(' ');
    return { locationId, taxRate };
  },
  oldest: (invoiceId) => ({ invoiceId }),
};

const credits: readonly LedgerAccount[] = [
  'revenue',
  'tax',
  'cash_in_out',
  'over_short',
  'cash_rounding',
  'opening_balance',
];

const reversals: readonly PostingKind[] = ['void', ...refundKinds];

/**
 * The sum of the entries as a report shows it: sales, tax, and money that comes in or goes back are positive. Undefined of all
 * accounts, whose sides are always equal.
 */
export function entriesAmount(
  { account = [], kind = [] }: Pick<LedgerFilter, 'account' | 'kind'>,
  { debit, credit }: { readonly debit: number; readonly credit: number },
): number | undefined {
  const [first] = account;
  if (!first) return undefined;
  // A void and a refund take back what the account has on its usual side.
  const isReversal = kind.length > 0 && kind.every((one) => reversals.includes(one)) && first !== 'refunds';
  const isCredit = credits.includes(first) !== isReversal;
  return isCredit ? credit - debit : debit - credit;
}
