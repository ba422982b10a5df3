import type { Payment } from '#domain/invoices/contract.ts';
import { getLineItems, lineTitle } from '#domain/invoices/invoiceDescription.ts';
import { sum, toCents } from '#domain/shared/money.ts';
import type { RefundDestination } from '#domain/invoices/paymentMethods.ts';
import type { RefundableInvoice } from '#domain/invoices/refunds.ts';
import type { InvoiceRecord } from '#src/dataProvider/invoices.ts';

export function toRefundable(invoice: InvoiceRecord): RefundableInvoice {
  const { payments, stockedLines = [] } = invoice;
  const { refunds: all = [] } = invoice;
  const refunds = all.filter(({ failedAt }) => !failedAt);
  // Stock that a refund returned stays returned when the refund fails.
  const restocked = all
    .filter(({ failedAt }) => failedAt)
    .flatMap(({ lines }) => lines.filter((line) => line.restocked).map(({ position }) => position));
  const findRefunded = (id: string) =>
    sum(
      payments
        .filter(({ refundOf }) => refundOf === id)
        .map(({ amount, cashRounding = 0 }) => -toCents(amount) - toCents(cashRounding)),
    );
  const countRefunded = (position: number) =>
    sum(
      refunds.flatMap(({ lines }) =>
        lines.filter((line) => line.position === position).map(({ quantity }) => quantity),
      ),
    );
  return {
    tax: toCents(invoice.tax),
    paid: toCents(invoice.paid),
    refunded: toCents(invoice.refunded ?? 0),
    rounding: toCents(invoice.cashRounding ?? 0),
    surplus: sum(payments.map(({ surplus = 0 }) => toCents(surplus))),
    currency: invoice.currency,
    lines: getLineItems(invoice).map(({ name, member, quantity, total }, position) => ({
      name: lineTitle(name, member),
      quantity,
      total: toCents(total),
      refunded: countRefunded(position),
      isStocked: stockedLines.includes(position) && !restocked.includes(position),
    })),
    payments: payments
      .filter((payment) => payment.status === 'completed' && !isRefund(payment))
      .map(({ id, amount, method, cardRefusal }) => ({
        id,
        amount: toCents(amount),
        refunded: findRefunded(id),
        isByCard: method === 'card' && !cardRefusal,
        cardRefusal,
      })),
  };
}

export const isRefund = ({ amount, surplus = 0 }: Payment): boolean => amount < 0 || surplus > 0;

/** The row of a refund that the bank returned. */
export const isFailedRefund = ({ amount, surplus = 0, status, refundOf }: Payment): boolean =>
  (amount > 0 || surplus < 0) && status === 'refunded' && Boolean(refundOf);

export const destinationText = (destination: RefundDestination): string =>
  destination === 'card' ? 'Refund to card' : 'Refund in cash';
