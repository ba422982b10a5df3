import { invoiceStatusLabel } from './invoiceStatus.ts';

interface Standing {
  readonly status: string | null | undefined;
  readonly due: number;
}

/** What a printed invoice says of itself, in words that need no colour: only a settled one may pass for paid. */
export interface PrintedStatus {
  readonly isSettled: boolean;
  readonly text: string;
  /** Written large across the sheet, so that a cropped copy cannot pass for something else; null on a settled one. */
  readonly watermark: string | null;
}

const marks: Partial<Record<string, Omit<PrintedStatus, 'isSettled'>>> = {
  void: { text: 'Void – not payable', watermark: 'VOID' },
  draft: { text: 'Draft – not an invoice yet', watermark: 'DRAFT' },
  refunded: { text: 'Refunded', watermark: 'REFUNDED' },
};

export function printedStatus({ status, due }: Standing): PrintedStatus {
  if (status === 'paid' && due <= 0) return { isSettled: true, text: 'Paid', watermark: null };
  const known = marks[status ?? ''];
  if (known) return { isSettled: false, ...known };
  return { isSettled: false, text: `${invoiceStatusLabel(status)} – not paid in full`, watermark: 'NOT PAID' };
}

/** The number in an invoice's title, the last 8 characters of its id in uppercase. */
export const invoiceNumber = (id: string): string => id.slice(-8).toUpperCase();
