import { formatCents, prorate, sum } from '#domain/shared/money.ts';
import { cardMethod, type RefundDestination } from './paymentMethods.ts';
import {
  cardRefusalTexts,
  getRemainder,
  refundable,
  type LineQuantity,
  type RefundableInvoice,
  type RefundableLine,
  type RefundablePayment,
} from './refundable.ts';
import { taxShares } from './totals.ts';

/** What happens to the membership that an invoice paid for. */
export const refundedMemberships = ['keep', 'end_now', 'end_at_period'] as const;
export type RefundedMembership = (typeof refundedMemberships)[number];

/**
 * How much of a reported refund counts, and how much went back beyond what was left. A refund that failed takes from that surplus
 * first.
 */
export function splitRefund(
  kind: 'refund' | 'refund_failed',
  cents: number,
  { left, surplus }: { readonly left: number; readonly surplus: number },
): { booked: number; surplus: number } {
  const booked = kind === 'refund' ? Math.min(cents, left) : Math.max(0, cents - surplus);
  return { booked, surplus: cents - booked };
}

/** An amount or lines. With neither, everything that is left. */
export interface RefundRequest {
  readonly cents?: number | undefined;
  readonly lines?: readonly LineQuantity[] | undefined;
  readonly destination: RefundDestination;
  readonly restock?: readonly number[] | undefined;
}

/** `paymentId` is null for cash whose payment is unknown. */
export interface RefundPlan {
  readonly cents: number;
  readonly parts: readonly { readonly paymentId: string | null; readonly cents: number }[];
  readonly lines: readonly (LineQuantity & { readonly restock: boolean })[];
  /** Nothing paid is left to refund. */
  readonly isWhole: boolean;
}

/** `isInvalid`: no status of this invoice would allow it. */
interface RefundRefusal {
  readonly refusal: string;
  readonly isInvalid?: boolean;
}

/** Chooses payments and lines, or says why the request is refused. */
export function planRefund(
  invoice: RefundableInvoice,
  { cents, lines, destination, restock = [] }: RefundRequest,
): RefundPlan | RefundRefusal {
  const { all, card, cardRefusal } = refundable(invoice);
  const { disputed = 0 } = invoice;
  const money = (amount: number) => formatCents(amount, invoice.currency);
  if (all === 0) return { refusal: nothingLeft(invoice) };
  const refused = lines && linesRefusal(invoice.lines, lines);
  if (refused) return refused;
  const amount = cents ?? (lines ? linesAmount(invoice, lines, all) : all);
  // A piece of a line that costs less than a cent a piece may cost nothing: the last one has the rest.
  if (amount === 0 && lines && linesCents(withoutRefunds(invoice), getWholeLines(invoice.lines, lines)) === 0) {
    return { refusal: 'These lines cost nothing. There is nothing to refund.' };
  }
  if (amount > all) return { refusal: `Only ${money(all)} can be refunded` };
  if (destination === cardMethod && amount > card) {
    const none = cardRefusal ? cardRefusalTexts[cardRefusal] : 'None of this was paid by card. Refund it in cash.';
    return { refusal: card === 0 ? none : `Only ${money(card)} can go back to a card. Refund the rest in cash.` };
  }
  const isWhole = amount === all && disputed === 0;
  const refundedLines = lines ?? (isWhole ? linesLeft(invoice.lines) : []);
  for (const position of restock) {
    const line = invoice.lines[position];
    if (!line) return noSuchLine;
    if (!line.isStocked) return { refusal: `${line.name} is not kept in stock` };
    if (!refundedLines.some((refunded) => refunded.position === position)) {
      return { refusal: `Choose how many of ${line.name} to refund, so that they can go back into stock` };
    }
  }
  return {
    cents: amount,
    parts: splitByPayment(invoice.payments, amount, destination),
    lines: refundedLines.map((line) => ({ ...line, restock: restock.includes(line.position) })),
    isWhole,
  };
}

function nothingLeft({ paid, disputed = 0 }: RefundableInvoice): string {
  if (paid === 0) return 'Nothing was paid on this invoice';
  return disputed > 0
    ? 'The bank has taken this money back for a dispute. It can be refunded only if the dispute is won.'
    : 'Everything that was paid on this invoice has been refunded';
}

/** The rest of an invoice is what is left of the rounded cash. */
function linesAmount(invoice: RefundableInvoice, lines: readonly LineQuantity[], all: number): number {
  const exact = linesCents(invoice, lines);
  return exact + (invoice.rounding ?? 0) === all ? all : exact;
}

const noSuchLine = { refusal: 'This invoice has no such line', isInvalid: true } as const;

function linesRefusal(lines: readonly RefundableLine[], asked: readonly LineQuantity[]): RefundRefusal | undefined {
  for (const { position, quantity } of asked) {
    const line = lines[position];
    if (!line) return noSuchLine;
    const left = line.quantity - line.refunded;
    if (quantity > left)
      return {
        refusal: left === 0 ? `${line.name} has already been refunded` : `Only ${left} of ${line.name} can be refunded`,
      };
  }
  return undefined;
}

const linesLeft = (lines: readonly RefundableLine[]): LineQuantity[] =>
  lines
    .map(({ quantity, refunded }, position) => ({ position, quantity: quantity - refunded }))
    .filter(({ quantity }) => quantity > 0);

const withoutRefunds = <T extends Pick<RefundableInvoice, 'lines'>>(invoice: T): T => ({
  ...invoice,
  lines: invoice.lines.map((line) => ({ ...line, refunded: 0 })),
});

const getWholeLines = (lines: readonly RefundableLine[], asked: readonly LineQuantity[]): LineQuantity[] =>
  asked.map(({ position }) => ({ position, quantity: lines[position]?.quantity ?? 0 }));

/**
 * The price of these quantities with tax. A line refunded piece by piece adds up to its price and tax exactly: the last piece has
 * the rest, which is at least a cent.
 */
export function linesCents(
  { lines, tax }: Pick<RefundableInvoice, 'lines' | 'tax'>,
  asked: readonly LineQuantity[],
): number {
  const taxes = taxShares(
    lines.map(({ total }) => total),
    tax,
  );
  return sum(
    asked.map(({ position, quantity }) => {
      const line = lines[position];
      if (!line) return 0;
      const ofTax = taxes[position] ?? 0;
      const gross = line.total + ofTax;
      const upTo = (count: number) =>
        count === line.quantity
          ? gross
          : Math.min(
              Math.max(0, gross - 1),
              prorate(line.total, count, line.quantity) + prorate(ofTax, count, line.quantity),
            );
      return upTo(line.refunded + quantity) - upTo(line.refunded);
    }),
  );
}

/** The quantities that this amount covers, in the order of the lines, when only a part of the refund succeeded. */
export function linesPaidBack(
  invoice: Pick<RefundableInvoice, 'lines' | 'tax'>,
  asked: readonly LineQuantity[],
  cents: number,
): LineQuantity[] {
  const back: LineQuantity[] = [];
  for (const { position, quantity: all } of asked) {
    let quantity = all;
    while (quantity > 0 && linesCents(invoice, [...back, { position, quantity }]) > cents) quantity -= 1;
    if (quantity > 0) back.push({ position, quantity });
  }
  return back;
}

/** The newest payment first. A cash refund is taken from payments that cannot go back to a card as far as possible. */
function splitByPayment(
  payments: readonly RefundablePayment[],
  cents: number,
  destination: RefundDestination,
): RefundPlan['parts'] {
  const newestFirst = payments.toReversed();
  const byCard = newestFirst.filter(({ isByCard }) => isByCard);
  const sources = destination === cardMethod ? byCard : [...newestFirst.filter(({ isByCard }) => !isByCard), ...byCard];
  let left = cents;
  const parts = sources.map((payment) => {
    const part = Math.min(left, getRemainder(payment));
    left -= part;
    return { paymentId: payment.id, cents: part };
  });
  return [...parts, { paymentId: null, cents: left }].filter((part) => part.cents > 0);
}

/** The status of an invoice once this much of it is refunded. A refund that fails reduces it again. */
export function afterRefund<S extends string>(
  { status, paid, due }: { status: S; paid: number; due: number },
  refunded: number,
): S | 'paid' | 'refunded' {
  if (status !== 'paid' && status !== 'refunded') return status;
  return paid > 0 && due === 0 && refunded >= paid ? 'refunded' : 'paid';
}
