import { formatCents } from '#domain/shared/money.ts';
import type { DiscrepancyKind } from '#domain/reconciliations/reconciliation.ts';
import { taxCents } from '#domain/invoices/totals.ts';

/** In cents. `key` is the payment intent, or another id of the payment. */
interface CardMoney {
  readonly key: string;
  readonly paid: number;
  readonly refunded: number;
}

export interface OurCardMoney extends CardMoney {
  readonly invoiceId: string;
  /** Null until it is written. */
  readonly paymentId: string | null;
  /** What Stripe returned beyond what was left to refund. */
  readonly surplus?: number;
}

export interface StripesCardMoney extends CardMoney {
  readonly stripeId: string;
  /** The newest refund. */
  readonly refundId?: string | undefined;
}

/** Its stored amounts, and the sums of its lines and payments. */
export interface InvoiceSums {
  readonly invoiceId: string;
  readonly subtotal: number;
  readonly lines: number;
  readonly tax: number;
  readonly taxRate: string | number;
  readonly total: number;
  readonly paid: number;
  readonly due: number;
  readonly writtenOff: number;
  readonly refunded: number;
  /** Payments; then refunds. */
  readonly received: number;
  readonly givenBack: number;
  readonly isVoid: boolean;
}

/** A refund is negative. `inDrawer` is the drawer's own amount, null when no drawer has it. */
export interface CashMoney {
  readonly paymentId: string;
  readonly invoiceId: string;
  readonly cents: number;
  readonly inDrawer: number | null;
  /** Whether its location had an open drawer at that time. */
  readonly wasOpen: boolean;
}

export interface OurBooks {
  readonly card: readonly OurCardMoney[];
  readonly invoices: readonly InvoiceSums[];
  readonly cash: readonly CashMoney[];
  /** Closed drawers: the cash in their reports, and the sum of their movements. */
  readonly drawers: readonly { readonly number: number; readonly reported: number; readonly moved: number }[];
}

export interface StripesBooks {
  readonly card: readonly StripesCardMoney[];
  /** What a dispute has withdrawn so far; 0 once it was returned. */
  readonly disputes: readonly {
    readonly stripeId: string;
    readonly key: string;
    readonly taken: number;
    readonly status: string;
  }[];
  /** Every transaction with a fee, and Stripe's own breakdown of it. */
  readonly fees: readonly {
    readonly stripeId: string;
    readonly amount: number;
    readonly fee: number;
    readonly net: number;
    readonly parts: number;
  }[];
  /** What reached the bank, and the sum of the transactions in it. */
  readonly payouts: readonly { readonly stripeId: string; readonly cents: number; readonly sum: number }[];
  /** Of no card payment: top-ups, transfers, adjustments. */
  readonly others: readonly { readonly stripeId: string; readonly cents: number; readonly what: string }[];
}

/** `amount` is ours minus Stripe's, in cents; refunds are negative. */
export interface BookDiscrepancy {
  readonly kind: DiscrepancyKind;
  readonly amount: number;
  readonly detail: string;
  readonly stripeId?: string | undefined;
  readonly invoiceId?: string | undefined;
  readonly paymentId?: string | undefined;
}

export interface ComparedBooks {
  /** Card payments and refunds on which both sides agree. */
  readonly matched: number;
  readonly differences: readonly BookDiscrepancy[];
}

/** Compares our books with Stripe's, and with themselves. Both sides must have the same money. */
export function compareBooks(ours: OurBooks, stripes: StripesBooks): ComparedBooks {
  const card = compareCards(ours.card, stripes.card);
  const ourPayments = new Map(ours.card.map((payment) => [payment.key, payment]));
  return {
    matched: card.matched,
    differences: [
      ...card.differences,
      ...stripes.disputes.flatMap((dispute) => disputeDiscrepancy(dispute, ourPayments.get(dispute.key))),
      ...stripes.others.map(({ stripeId, cents, what }) => onlyAtStripe(-cents, what, { stripeId })),
      ...stripes.fees.flatMap(feeDiscrepancy),
      ...stripes.payouts.flatMap(payoutDiscrepancy),
      ...ours.invoices.flatMap(invoiceDiscrepancies),
      ...ours.cash.flatMap(cashDifference),
      ...ours.drawers.flatMap(({ number, reported, moved }) =>
        discrepancyIf(
          'drawer',
          reported - moved,
          `Drawer #${number} reports ${formatCents(reported)} in cash, its movements come to ${formatCents(moved)}`,
        ),
      ),
    ],
  };
}

function compareCards(ours: OurBooks['card'], stripes: StripesBooks['card']): ComparedBooks {
  const theirs = new Map(stripes.map((payment) => [payment.key, payment]));
  const own = new Map(ours.map((payment) => [payment.key, payment]));
  const keys = new Set([...own.keys(), ...theirs.keys()]);
  const differences: BookDiscrepancy[] = [];
  let matched = 0;
  for (const key of keys) {
    const [here, there] = [own.get(key), theirs.get(key)];
    // A card payment from before Stripe was connected has no id at Stripe.
    const named = /^[a-z]+_/.test(key) ? key : undefined;
    const refs = { invoiceId: here?.invoiceId, paymentId: here?.paymentId ?? undefined };
    const sides = [
      { here: here?.paid ?? 0, there: there?.paid ?? 0, sign: 1, noun: 'payment', stripeId: there?.stripeId ?? named },
      {
        here: here?.refunded ?? 0,
        there: there?.refunded ?? 0,
        sign: -1,
        noun: 'refund',
        stripeId: there?.refundId ?? there?.stripeId ?? named,
      },
    ];
    for (const { sign, noun, stripeId, ...side } of sides) {
      const amount = sign * (side.here - side.there);
      const where = { stripeId, ...refs };
      if (noun === 'refund' && here?.surplus && side.there === side.here + here.surplus) {
        differences.push({
          kind: 'amount',
          amount,
          detail: `Stripe returned ${formatCents(here.surplus)} more than was left to refund`,
          ...where,
        });
      } else if (amount === 0) matched += side.here === 0 ? 0 : 1;
      else if (side.there === 0)
        differences.push({ kind: 'only_here', amount, detail: `Stripe has no such ${noun}`, ...where });
      else if (side.here === 0)
        differences.push(
          onlyAtStripe(
            amount,
            here ? `Spotter has no such ${noun} on this invoice` : `Spotter has no such ${noun}`,
            where,
          ),
        );
      else
        differences.push({
          kind: 'amount',
          amount,
          detail: `Spotter has a ${noun} of ${formatCents(side.here)}, Stripe one of ${formatCents(side.there)}`,
          ...where,
        });
    }
  }
  return { matched, differences };
}

const onlyAtStripe = (amount: number, detail: string, where: Partial<BookDiscrepancy>): BookDiscrepancy => ({
  ...where,
  kind: 'only_at_stripe',
  amount,
  detail,
});

/** Spotter never books a dispute, so the withdrawn amount is missing at Stripe. */
function disputeDiscrepancy(
  { stripeId, taken, status }: StripesBooks['disputes'][number],
  payment: OurCardMoney | undefined,
): BookDiscrepancy[] {
  if (taken === 0) return [];
  if (!payment) return [onlyAtStripe(taken, 'A dispute of a payment that Spotter does not have', { stripeId })];
  const detail =
    status === 'lost'
      ? 'The dispute was lost: the money went back to the card'
      : 'Stripe holds the money until the dispute is decided';
  return [
    {
      kind: 'dispute',
      amount: taken,
      detail,
      stripeId,
      invoiceId: payment.invoiceId,
      paymentId: payment.paymentId ?? undefined,
    },
  ];
}

function feeDiscrepancy({ stripeId, amount, fee, net, parts }: StripesBooks['fees'][number]): BookDiscrepancy[] {
  const missing = amount - fee - net;
  return [
    ...discrepancyIf(
      'fee',
      missing,
      `${formatCents(amount)} less a fee of ${formatCents(fee)} is not the ${formatCents(net)} that Stripe credited`,
      { stripeId },
    ),
    ...discrepancyIf('fee', fee - parts, `The fee of ${formatCents(fee)} is made up of ${formatCents(parts)} only`, {
      stripeId,
    }),
  ];
}

const payoutDiscrepancy = ({ stripeId, cents, sum }: StripesBooks['payouts'][number]): BookDiscrepancy[] =>
  discrepancyIf(
    'payout',
    sum - cents,
    `The payout is ${formatCents(cents)}, its transactions come to ${formatCents(sum)}`,
    { stripeId },
  );

/** An invoice agrees with its lines, its tax, its total and its payments. */
function invoiceDiscrepancies(invoice: InvoiceSums): BookDiscrepancy[] {
  const {
    invoiceId,
    subtotal,
    lines,
    tax,
    taxRate,
    total,
    paid,
    due,
    writtenOff,
    refunded,
    received,
    givenBack,
    isVoid,
  } = invoice;
  const of = (amount: number, detail: string) => discrepancyIf('invoice', amount, detail, { invoiceId });
  const taxDue = taxCents(subtotal, taxRate);
  // A void invoice that nobody paid has nothing to compare.
  const settled = isVoid && writtenOff === 0 ? total : paid + due + writtenOff;
  return [
    ...of(subtotal - lines, `The subtotal is ${formatCents(subtotal)}, the lines come to ${formatCents(lines)}`),
    ...of(tax - taxDue, `The tax is ${formatCents(tax)}, at its rate it is ${formatCents(taxDue)}`),
    ...of(
      total - subtotal - tax,
      `The total is ${formatCents(total)}, subtotal and tax come to ${formatCents(subtotal + tax)}`,
    ),
    ...of(
      settled - total,
      `Paid, due and written off come to ${formatCents(settled)}, the total is ${formatCents(total)}`,
    ),
    ...of(
      paid - refunded - received + givenBack,
      `The invoice keeps ${formatCents(paid - refunded)}, its payments less refunds come to ${formatCents(received - givenBack)}`,
    ),
  ];
}

function cashDifference({ paymentId, invoiceId, cents, inDrawer, wasOpen }: CashMoney): BookDiscrepancy[] {
  const where = { paymentId, invoiceId };
  if (inDrawer !== null)
    return discrepancyIf(
      'drawer',
      cents - inDrawer,
      `The payment is ${formatCents(cents)}, the drawer has ${formatCents(inDrawer)} of it`,
      where,
    );
  return wasOpen ? discrepancyIf('drawer', cents, 'A drawer was open, and this cash is not in it', where) : [];
}

const discrepancyIf = (
  kind: DiscrepancyKind,
  amount: number,
  detail: string,
  where: Partial<BookDiscrepancy> = {},
): BookDiscrepancy[] => (amount === 0 ? [] : [{ ...where, kind, amount, detail }]);
