import { cardMethod } from './paymentMethods.ts';
import { sum } from '#domain/shared/money.ts';

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
export interface RefundablePayment {
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
export interface LineQuantity {
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
export const getRemainder = ({ amount, refunded, disputed = 0 }: RefundablePayment): number =>
  Math.max(0, amount - refunded - disputed);
