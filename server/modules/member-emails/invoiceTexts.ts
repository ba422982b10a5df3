import { paidText, wayInWords } from '#domain/invoices/paidText.ts';
import { longDate } from '#domain/shared/dateText.ts';
import type { CalendarDate } from '#domain/shared/dates.ts';
import { formatCents } from '#domain/shared/money.ts';
import type { EmailLine } from '#server/platform/email/layout.ts';
import type { EmailedInvoice, EmailedLine, EmailedPayment } from './emailFacts.ts';

export const invoiceRows = ({ lines, subtotal, tax, total, cashRounding }: EmailedInvoice): EmailLine[] => [
  ...lines.map((line) => ({ label: lineText(line), value: formatCents(line.cents), note: line.description })),
  ...(tax > 0
    ? [
        { label: 'Subtotal', value: formatCents(subtotal) },
        { label: 'Tax', value: formatCents(tax) },
      ]
    : []),
  { label: 'Total', value: formatCents(total), isTotal: true },
  ...(cashRounding === 0 ? [] : [{ label: 'Cash rounding', value: formatCents(cashRounding) }]),
];

const lineText = ({ name, quantity, discount = 0, reason }: EmailedLine): string => {
  const sold = quantity > 1 ? `${name} × ${quantity}` : name;
  return discount > 0 ? `${sold}, less ${formatCents(discount)} (${reason})` : sold;
};

export const dueRows = (invoice: EmailedInvoice, due: number): EmailLine[] => [
  ...invoiceRows(invoice),
  ...(due < invoice.total ? [{ label: 'Still due', value: formatCents(due), isTotal: true }] : []),
];

/** ' on November 22, 2026 by card'. Nothing for payments of several days: each says its own. */
export function whenAndHow(payments: readonly EmailedPayment[], last: CalendarDate): string {
  if (payments.some(({ on }) => on !== last)) return '';
  const [only] = payments;
  return ` on ${day(last)}${only && payments.length === 1 ? ` ${wayInWords(only)}` : ''}`;
}

export const paymentRows = (payments: readonly EmailedPayment[], last: CalendarDate): EmailLine[] => {
  const isOneDay = payments.every(({ on }) => on === last);
  return payments.flatMap((payment) => [
    {
      label: isOneDay ? paidText(payment) : `${paidText(payment)} on ${day(payment.on)}`,
      value: formatCents(payment.cents),
    },
    ...(payment.tendered === null
      ? []
      : [
          { label: 'Tendered', value: formatCents(payment.tendered) },
          { label: 'Change', value: formatCents(payment.tendered - payment.cents) },
        ]),
  ]);
};

const day = (date: CalendarDate) => longDate(date, 'UTC');
