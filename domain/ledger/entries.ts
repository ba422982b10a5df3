import type { LineItemType } from '#domain/invoices/invoiceDescription.ts';
import type { PaymentMethod } from '#domain/invoices/paymentMethods.ts';
import { taxShares } from '#domain/invoices/totals.ts';
import { prorate, sum } from '#domain/shared/money.ts';
import type { LedgerAccount } from './accounts.ts';

/** One side of a posting, in cents: debits are positive, credits negative. */
export interface Entry {
  readonly account: LedgerAccount;
  readonly cents: number;
  /** The position of the invoice line, and its facts. */
  readonly line?: number;
  readonly category?: LineItemType;
  readonly itemId?: string | null;
  readonly planId?: string | null;
  readonly name?: string;
  readonly taxRate?: string | number;
  readonly staffId?: string | null;
  /** The name of another method in the company's settings. */
  readonly method?: string | null;
}

/** A line of an invoice as it is booked, in cents. */
interface BookedLine {
  readonly type: LineItemType;
  readonly itemId: string | null;
  readonly name: string;
  /** After the discount, before tax. */
  readonly total: number;
  readonly discount: number;
}

/** An invoice as it is booked, in cents. */
export interface BookedInvoice {
  /** Owed before the member was imported: never sold here. */
  readonly isManualBalance: boolean;
  readonly total: number;
  readonly tax: number;
  readonly taxRate: string | number;
  readonly soldBy: string | null;
  readonly lines: readonly BookedLine[];
}

/** An invoice when it is written. Also one of nothing, so that each sale is counted. */
export function invoiceEntries(invoice: BookedInvoice): Entry[] {
  const { isManualBalance, total, lines } = invoice;
  const receivable: Entry = { account: 'receivable', cents: total };
  if (isManualBalance) return [receivable, { account: 'opening_balance', cents: -total }];
  const taxes = lineTaxes(invoice);
  return [
    receivable,
    ...lines.flatMap(({ total: net, discount }, position) => {
      const facts = lineFacts(invoice, position);
      return [
        { ...facts, account: 'revenue', cents: -(net + discount) },
        ...nonzero({ ...facts, account: 'discount', cents: discount }),
        ...nonzero({ ...facts, account: 'tax', cents: -(taxes[position] ?? 0) }),
      ] satisfies Entry[];
    }),
  ];
}

const nonzero = (entry: Entry): Entry[] => (entry.cents === 0 ? [] : [entry]);

/** Each line's share of the tax. */
export const lineTaxes = ({ lines, tax }: Pick<BookedInvoice, 'lines' | 'tax'>): number[] =>
  taxShares(
    lines.map(({ total }) => total),
    tax,
  );

function lineFacts({ lines, taxRate, soldBy }: BookedInvoice, position: number): Partial<Entry> {
  const line = lines[position];
  if (!line) return {};
  const { type, itemId, name } = line;
  return {
    line: position,
    category: type,
    itemId: type === 'membership' ? null : itemId,
    planId: type === 'membership' ? itemId : null,
    name,
    taxRate,
    staffId: soldBy,
  };
}

/** The other side of what was booked. */
export const reversed = (entries: readonly Entry[]): Entry[] =>
  entries.map((entry) => ({ ...entry, cents: 0 - entry.cents }));

interface Money {
  readonly method: PaymentMethod;
  readonly otherMethod: string | null;
  readonly cents: number;
  /** The part that rounding added to cash. */
  readonly rounding?: number;
}

/** A payment settles what is owed, or takes back a loss that was written off. */
export const paymentEntries = (
  { method, otherMethod, cents, rounding = 0 }: Money,
  settles: 'receivable' | 'write_offs',
): Entry[] => [
  { account: method, cents, method: otherMethod },
  ...nonzero({ account: 'cash_rounding', cents: -rounding }),
  { account: settles, cents: rounding - cents },
];

/** The money that went back, rounding included, and each line's share of it. Of a refund that failed all amounts are negative. */
export function refundEntries(
  invoice: BookedInvoice,
  { method, otherMethod, cents, rounding = 0 }: Money,
  shares: readonly RefundShare[],
): Entry[] {
  const sides: Entry[] = [
    { account: method, cents: -cents, method: otherMethod },
    ...nonzero({ account: 'cash_rounding', cents: rounding }),
  ];
  if (invoice.isManualBalance) return [...sides, { account: 'opening_balance', cents: cents - rounding }];
  return [
    ...sides,
    ...shares.flatMap(({ gross, tax }, position) => {
      const facts = lineFacts(invoice, position);
      return [
        ...nonzero({ ...facts, account: 'refunds', cents: gross - tax }),
        ...nonzero({ ...facts, account: 'tax', cents: tax }),
      ];
    }),
  ];
}

export const writeOffEntries = (cents: number): Entry[] => [
  { account: 'write_offs', cents },
  { account: 'receivable', cents: -cents },
];

/** Stripe withdraws what a cardholder disputes, and returns it once the dispute is won. */
export const disputeEntries = (cents: number): Entry[] => [
  { account: 'disputes', cents },
  { account: 'card', cents: -cents },
];

/** Cash put into a drawer; negative when it was taken out. */
export const cashMovementEntries = (cents: number): Entry[] => [
  { account: 'cash', cents },
  { account: 'cash_in_out', cents: -cents },
];

/** Cash that was counted beyond what was expected; negative when some was missing. */
export const countEntries = (cents: number): Entry[] => [
  { account: 'cash', cents },
  { account: 'over_short', cents: -cents },
];

/** In cents. */
export interface RefundShare {
  /** With tax. */
  readonly gross: number;
  readonly tax: number;
}

/** A line of an invoice with its tax, and what of it was refunded before. */
export interface SharedLine extends RefundShare {
  readonly refunded: RefundShare;
  /** The part that the refund was asked to give back of this line and has not yet. */
  readonly asked?: number | undefined;
}

/**
 * Each line's share of a refund: of the lines that it names as far as they reach, then of what is left of every line, in proportion.
 * Refunded whole, each line has given back its price and its tax exactly.
 */
export function shareRefund(lines: readonly SharedLine[], cents: number): RefundShare[] {
  const left = lines.map(({ gross, refunded }) => gross - refunded.gross);
  const asked = lines.map(({ asked: wanted = 0 }, index) => Math.min(wanted, Math.max(0, left[index] ?? 0)));
  const named = Math.min(cents, sum(asked));
  const first = inProportion(asked, named);
  const rest = inProportion(
    left.map((amount, index) => amount - (first[index] ?? 0)),
    cents - named,
  );
  return withTax(
    lines,
    first.map((part, index) => part + (rest[index] ?? 0)),
  );
}

/** A refund that came back: taken from each line in proportion to what it gave. All amounts are negative. */
export const shareFailedRefund = (lines: readonly SharedLine[], cents: number): RefundShare[] =>
  withTax(
    lines,
    inProportion(
      lines.map(({ asked, refunded }) => asked ?? refunded.gross),
      cents,
    ).map((part) => 0 - part),
  );

const withTax = (lines: readonly SharedLine[], parts: readonly number[]): RefundShare[] =>
  lines.map(({ gross, tax, refunded }, index) => {
    const part = parts[index] ?? 0;
    const through = gross === 0 ? 0 : prorate(tax, refunded.gross + part, gross);
    return { gross: part, tax: through - refunded.tax };
  });

/** Parts of `cents` that add up to it. */
function inProportion(weights: readonly number[], cents: number): number[] {
  const whole = sum(weights);
  let weight = 0;
  let given = 0;
  return weights.map((one) => {
    weight += one;
    const part = whole === 0 ? 0 : prorate(cents, weight, whole) - given;
    given += part;
    return part;
  });
}
