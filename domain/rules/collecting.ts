import type { InvoiceStatus } from './invoiceStatus.ts';

/** The money of an invoice, in cents. */
export interface InvoiceMoney {
  readonly status: InvoiceStatus;
  readonly total: number;
  readonly paid: number;
  readonly due: number;
  readonly writtenOff: number;
}

/** The states in which an invoice is owed. A draft is not. */
export const toCollectStatuses = ['open', 'partially_paid', 'overdue'] as const satisfies readonly InvoiceStatus[];

export const isToCollect = (status: string): boolean => (toCollectStatuses as readonly string[]).includes(status);

/** Staff void what nobody has paid anything of, and write off the rest of anything that is owed. */
export const canBeVoided = ({ status, paid }: Pick<InvoiceMoney, 'status' | 'paid'>): boolean => isToCollect(status) && paid === 0;

/**
 * An invoice after this much of it was paid. What is paid of one that was written off reduces what was written off. More than
 * its total is never booked on it.
 */
export function afterPayment(invoice: InvoiceMoney, cents: number): Omit<InvoiceMoney, 'total'> {
  const { total } = invoice;
  const paid = Math.min(total, invoice.paid + cents);
  const rest = total - paid;
  if (rest === 0) return { status: 'paid', paid, due: 0, writtenOff: 0 };
  if (invoice.writtenOff > 0) return { status: 'void', paid, due: 0, writtenOff: rest };
  return { status: 'partially_paid', paid, due: rest, writtenOff: 0 };
}

/** The rest of an invoice is given up. What was paid of it stays. */
export const afterWriteOff = ({ paid, due }: InvoiceMoney): Omit<InvoiceMoney, 'total'> => ({ status: 'void', paid, due: 0, writtenOff: due });

/** An invoice that nobody paid is taken back: it is neither owed nor a loss. */
export const afterVoid = { status: 'void', paid: 0, due: 0, writtenOff: 0 } as const satisfies Omit<InvoiceMoney, 'total'>;
