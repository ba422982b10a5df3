import { cardMinCents } from '#domain/shared/limits.ts';
import { formatCents } from '#domain/shared/money.ts';
import type { InvoiceStatus } from './invoiceStatus.ts';

/** The money of an invoice, in cents. */
export interface InvoiceMoney {
  readonly status: InvoiceStatus;
  readonly total: number;
  readonly paid: number;
  readonly due: number;
  readonly writtenOff: number;
}

/** The statuses in which an invoice is owed. A draft is not. */
export const outstandingStatuses = ['open', 'partially_paid', 'overdue'] as const satisfies readonly InvoiceStatus[];

export const isOutstanding = (status: string): boolean => (outstandingStatuses as readonly string[]).includes(status);

/** Stripe refuses such an amount. Nothing at all is settled without a payment. */
export const isTooSmallForCard = (cents: number): boolean => cents > 0 && cents < cardMinCents;

export const tooSmallForCard = `A card payment is at least ${formatCents(cardMinCents)}. Take cash or another method instead.`;

/** Staff void an invoice that has no payment yet, and write off the rest of any invoice that is owed. */
export const canBeVoided = ({ status, paid }: Pick<InvoiceMoney, 'status' | 'paid'>): boolean =>
  isOutstanding(status) && paid === 0;

/**
 * The invoice after a payment of this amount. A payment on a written-off invoice reduces the write-off. Never books more than
 * the total.
 */
export function afterPayment(invoice: InvoiceMoney, cents: number): Omit<InvoiceMoney, 'total'> {
  const { total } = invoice;
  const paid = Math.min(total, invoice.paid + cents);
  const rest = total - paid;
  if (rest === 0) return { status: 'paid', paid, due: 0, writtenOff: 0 };
  if (invoice.writtenOff > 0) return { status: 'void', paid, due: 0, writtenOff: rest };
  return { status: 'partially_paid', paid, due: rest, writtenOff: 0 };
}

/** Writes off the rest of an invoice. What was paid stays. */
export const afterWriteOff = ({ paid, due }: InvoiceMoney): Omit<InvoiceMoney, 'total'> => ({
  status: 'void',
  paid,
  due: 0,
  writtenOff: due,
});

/** An invoice whose rest was written off has one, and so does a sale of nothing. */
export const hasReceipt = ({ status, paid }: Pick<InvoiceMoney, 'paid'> & { readonly status: string }): boolean =>
  status === 'paid' || paid > 0;

/** Voids an unpaid invoice: it is neither owed nor a loss. */
export const afterVoid = { status: 'void', paid: 0, due: 0, writtenOff: 0 } as const satisfies Omit<
  InvoiceMoney,
  'total'
>;

/** Why this part of a total cannot be paid in cash and the rest by card; in cents. Undefined when it can. */
export function splitRefusal(total: number, cash: number): string | undefined {
  if (cash <= 0) return 'The cash must be more than 0';
  if (cash >= total) return `The cash must be less than the total of ${formatCents(total)}`;
  if (total - cash < cardMinCents) return `At least ${formatCents(cardMinCents)} must be left for the card`;
  return undefined;
}
