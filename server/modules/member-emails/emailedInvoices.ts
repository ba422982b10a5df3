import { formatCents } from '#domain/shared/money.ts';
import type { EmailRow } from '#server/platform/email/layout.ts';

export interface EmailedInvoice {
  /** 'Invoice #89ABCDEF · CHI-10423'. */
  readonly title: string;
  readonly lines: readonly EmailedLine[];
  readonly subtotal: number;
  readonly tax: number;
  readonly total: number;
  readonly cashRounding: number;
}

interface EmailedLine {
  readonly name: string;
  readonly description?: string;
  readonly quantity: number;
  readonly cents: number;
  readonly discount?: number;
  readonly reason?: string | null;
}

export const invoiceRows = ({ lines, subtotal, tax, total, cashRounding }: EmailedInvoice): EmailRow[] => [
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

export const dueRows = (invoice: EmailedInvoice, due: number): EmailRow[] => [
  ...invoiceRows(invoice),
  ...(due < invoice.total ? [{ label: 'Still due', value: formatCents(due), isTotal: true }] : []),
];
