import type { Payment } from '#domain/invoices/contract.ts';
import { getLineItems, lineTitle } from '#domain/invoices/invoiceDescription.ts';
import { sum, toCents } from '#domain/shared/money.ts';
import { cardMethod, drawerMethod, type RefundDestination } from '#domain/invoices/paymentMethods.ts';
import { linesAfterRefunds, paymentsAfterRefunds, type RefundableInvoice } from '#domain/invoices/refunds.ts';
import type { InvoiceRecord } from '#src/dataProvider/invoices.ts';

export function toRefundable(invoice: InvoiceRecord): RefundableInvoice {
  const { payments, stockedLines = [], refunds = [] } = invoice;
  return {
    tax: toCents(invoice.tax),
    paid: toCents(invoice.paid),
    refunded: toCents(invoice.refunded ?? 0),
    rounding: toCents(invoice.cashRounding ?? 0),
    surplus: sum(payments.map(({ surplus = 0 }) => toCents(surplus))),
    disputed: toCents(invoice.disputed ?? 0),
    currency: invoice.currency,
    lines: linesAfterRefunds(
      getLineItems(invoice).map(({ name, member, quantity, total }, position) => ({
        name: lineTitle(name, member),
        quantity,
        total: toCents(total),
        isStocked: stockedLines.includes(position),
      })),
      refunds.map(({ failedAt, lines }) => ({
        hasFailed: Boolean(failedAt),
        lines: lines.map(({ restocked, ...line }) => ({ ...line, restock: restocked })),
      })),
    ),
    payments: paymentsAfterRefunds(
      payments
        .filter((payment) => payment.status === 'completed' && !isRefund(payment))
        .map(({ id, amount, disputed = 0, method, cardRefusal }) => ({
          id,
          amount: toCents(amount),
          disputed: toCents(disputed),
          method,
          cardRefusal,
        })),
      payments.map(({ refundOf, amount, cashRounding = 0 }) => ({
        refundOf,
        cents: -toCents(amount) - toCents(cashRounding),
      })),
    ),
  };
}

export const isRefund = ({ amount, surplus = 0 }: Payment): boolean => amount < 0 || surplus > 0;

/** The row of a refund that the bank returned. */
export const isFailedRefund = ({ amount, surplus = 0, status, refundOf }: Payment): boolean =>
  (amount > 0 || surplus < 0) && status === 'refunded' && Boolean(refundOf);

/** What was given back in cash before, in cents. */
export const cashRefunds = ({ payments }: InvoiceRecord) =>
  payments
    .filter(({ method, status }) => method === drawerMethod && status === 'refunded')
    .map(({ amount, cashRounding = 0 }) => ({
      cents: -toCents(amount) - toCents(cashRounding),
      rounding: toCents(cashRounding),
    }));

export const destinationText = (destination: RefundDestination): string =>
  destination === cardMethod ? 'Refund to card' : 'Refund in cash';
