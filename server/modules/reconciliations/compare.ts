import { formatCents } from '#domain/shared/money.ts';
import { differenceCents, ledgerDifferenceText, type LedgerDifference } from '#domain/ledger/difference.ts';
import type { StoredDifference } from '#server/modules/contact-memberships/index.ts';
import type { DiscrepancyKind } from '#domain/reconciliations/reconciliation.ts';

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

/** A refund is negative. */
export interface LocatedMoney {
  readonly paymentId: string;
  readonly invoiceId: string;
  readonly cents: number;
}

export interface OurBooks {
  readonly card: readonly OurCardMoney[];
  /** Cash that is in no drawer, although one was open. */
  readonly missingCash: readonly LocatedMoney[];
  /** Payments of an invoice that was given up, after something newer took its place. */
  readonly paidForNothing: readonly LocatedMoney[];
  readonly ledger: readonly LedgerDifference[];
  readonly stored: readonly StoredDifference[];
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
  /** Money without a card payment: top-ups, transfers, adjustments. */
  readonly others: readonly { readonly stripeId: string; readonly cents: number; readonly what: string }[];
}

/** `amount` is ours minus Stripe's, or what is stored minus what it is computed from, in cents; refunds are negative. */
export interface BookDiscrepancy {
  readonly kind: DiscrepancyKind;
  readonly amount: number;
  readonly detail: string;
  readonly stripeId?: string | undefined;
  readonly invoiceId?: string | undefined;
  readonly paymentId?: string | undefined;
  readonly drawerId?: string | undefined;
}

interface ComparedBooks {
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
      ...ours.missingCash.map(({ cents, ...where }): BookDiscrepancy => ({
        kind: 'drawer',
        amount: cents,
        detail: 'A drawer was open, and this cash is not in it',
        ...where,
      })),
      ...ours.paidForNothing.map(({ cents, ...where }): BookDiscrepancy => ({
        kind: 'invoice',
        amount: cents,
        detail: 'Paid after it was given up, and no membership changed. Refund it',
        ...where,
      })),
      ...ours.ledger.map((difference): BookDiscrepancy => ({
        kind: 'ledger',
        amount: differenceCents(difference),
        detail: ledgerDifferenceText(difference),
        invoiceId: difference.invoiceId ?? undefined,
        drawerId: difference.drawerId ?? undefined,
      })),
      ...ours.stored.map(({ detail, cents, invoiceId }): BookDiscrepancy => ({
        kind: 'reports',
        amount: cents,
        detail,
        invoiceId: invoiceId ?? undefined,
      })),
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

/** The payment stays as it was, so the withdrawn amount is missing at Stripe. */
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

const discrepancyIf = (
  kind: DiscrepancyKind,
  amount: number,
  detail: string,
  where: Partial<BookDiscrepancy> = {},
): BookDiscrepancy[] => (amount === 0 ? [] : [{ ...where, kind, amount, detail }]);
