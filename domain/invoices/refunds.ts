import { formatCents, prorate, sum } from '#domain/shared/money.ts';
import { cardMethod, type RefundDestination } from './paymentMethods.ts';
import { taxShares } from './totals.ts';

export const cardRefusals = ['not_stripe', 'stripe_missing', 'disputed'] as const;
export type CardRefusal = (typeof cardRefusals)[number];

export const cardRefusalTexts: Record<CardRefusal, string> = {
  not_stripe: 'A card payment of this invoice was not made through Stripe. Refund it in cash.',
  stripe_missing: 'Stripe is not set up for this company. Refund card payments in cash.',
  disputed: 'A card payment of this invoice is disputed, and Stripe refunds nothing of it. Refund the rest in cash.',
};

/** A line of an invoice, in cents. */
export interface RefundableLine {
  readonly name: string;
  readonly quantity: number;
  readonly total: number;
  /** How many of it were refunded before. */
  readonly refunded: number;
  /** Such a line can go back into stock. */
  readonly isStocked: boolean;
}

/** A payment on an invoice, in cents. */
interface RefundablePayment {
  readonly id: string;
  readonly amount: number;
  readonly refunded: number;
  /** Taken back by the bank for a dispute that is not won. */
  readonly disputed?: number | undefined;
  /** It was paid by card, and can go back to that card. */
  readonly isByCard: boolean;
  readonly cardRefusal?: CardRefusal | null | undefined;
}

/** An invoice for computing refunds, in cents. The payments are in chronological order. */
export interface RefundableInvoice {
  readonly tax: number;
  readonly paid: number;
  readonly refunded: number;
  /** Returned by Stripe beyond what was left then. */
  readonly surplus?: number;
  /** Taken back by the bank for disputes that are not won. */
  readonly disputed?: number;
  /** Added by rounding to the cash that was paid. */
  readonly rounding?: number;
  readonly currency: string;
  readonly lines: readonly RefundableLine[];
  readonly payments: readonly RefundablePayment[];
}

/** A quantity of one line, by its position from 0. */
interface LineQuantity {
  readonly position: number;
  readonly quantity: number;
}

/** A refund that was made before. */
interface EarlierRefund {
  /** The money came back from the bank. */
  readonly hasFailed: boolean;
  readonly lines: readonly (LineQuantity & { readonly restock: boolean })[];
}

/** All lines of an invoice, in their order, with what its refunds have taken of them. */
export const linesAfterRefunds = (
  lines: readonly Omit<RefundableLine, 'refunded'>[],
  refunds: readonly EarlierRefund[],
): RefundableLine[] =>
  lines.map((line, position) => {
    const findLines = (hasFailed: boolean) =>
      refunds
        .filter((refund) => refund.hasFailed === hasFailed)
        .flatMap((refund) => refund.lines.filter((refunded) => refunded.position === position));
    return {
      ...line,
      refunded: sum(findLines(false).map(({ quantity }) => quantity)),
      // Stock that a refund returned stays returned when the refund fails.
      isStocked: line.isStocked && !findLines(true).some(({ restock }) => restock),
    };
  });

type CompletedPayment = Pick<RefundablePayment, 'id' | 'amount' | 'disputed' | 'cardRefusal'> & {
  readonly method: string;
};

/** The payments with what was given back of each. What a failed refund brought back is negative. */
export const paymentsAfterRefunds = (
  payments: readonly CompletedPayment[],
  refunded: readonly { readonly refundOf: string | null | undefined; readonly cents: number }[],
): RefundablePayment[] =>
  payments.map(({ method, ...payment }) => ({
    ...payment,
    refunded: sum(refunded.filter(({ refundOf }) => refundOf === payment.id).map(({ cents }) => cents)),
    isByCard: method === cardMethod && !payment.cardRefusal,
  }));

interface Refundable {
  readonly all: number;
  readonly card: number;
  /**
   * Why a card payment with an amount left to refund cannot go back to its card; where no card is left, also why one of which
   * the bank has taken everything cannot.
   */
  readonly cardRefusal: CardRefusal | undefined;
}

/** Only card payments go back to a card. What the bank has taken back for a dispute is not refunded again. */
export function refundable({
  paid,
  refunded,
  surplus = 0,
  disputed = 0,
  payments,
}: Pick<RefundableInvoice, 'paid' | 'refunded' | 'surplus' | 'disputed' | 'payments'>): Refundable {
  const all = Math.max(0, paid - refunded - surplus - disputed);
  const card = Math.min(all, sum(payments.filter(({ isByCard }) => isByCard).map(getRemainder)));
  const isRefused = (payment: RefundablePayment) =>
    getRemainder(payment) > 0 || (card === 0 && payment.cardRefusal === 'disputed');
  return {
    all,
    card,
    cardRefusal: payments.find((payment) => payment.cardRefusal && isRefused(payment))?.cardRefusal ?? undefined,
  };
}

/** What is left of a payment. */
const getRemainder = ({ amount, refunded, disputed = 0 }: RefundablePayment): number =>
  Math.max(0, amount - refunded - disputed);

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
