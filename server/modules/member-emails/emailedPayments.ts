import { paidText, wayInWords } from '#domain/invoices/paidText.ts';
import type { PaymentMethod } from '#domain/invoices/paymentMethods.ts';
import { longDate } from '#domain/shared/dateText.ts';
import type { CalendarDate } from '#domain/shared/dates.ts';
import { formatCents } from '#domain/shared/money.ts';
import type { EmailRow } from '#server/platform/email/layout.ts';

/** In cents. */
export interface EmailedPayment {
  readonly method: PaymentMethod;
  readonly otherMethod: string | null;
  readonly cents: number;
  readonly tendered: number | null;
  readonly on: CalendarDate;
}

/** ' on November 22, 2026 by card'. Nothing for payments of several days: each says its own. */
export function whenAndHow(payments: readonly EmailedPayment[], last: CalendarDate): string {
  if (payments.some(({ on }) => on !== last)) return '';
  const [only] = payments;
  return ` on ${day(last)}${only && payments.length === 1 ? ` ${wayInWords(only)}` : ''}`;
}

export const paymentRows = (payments: readonly EmailedPayment[], last: CalendarDate): EmailRow[] => {
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
