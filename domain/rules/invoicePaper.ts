import { invoiceStatusLabel } from './invoiceStatus.ts';

interface Standing {
  readonly status: string | null | undefined;
  readonly due: number;
}

/** What a printed invoice says of itself, in words that need no colour: only a settled one may pass for paid. */
export interface PaperMark {
  readonly isSettled: boolean;
  readonly text: string;
  /** Written large across the sheet, so that a cropped copy cannot pass for something else; null on a settled one. */
  readonly across: string | null;
}

const marks: Partial<Record<string, Omit<PaperMark, 'isSettled'>>> = {
  void: { text: 'Void – not payable', across: 'VOID' },
  draft: { text: 'Draft – not an invoice yet', across: 'DRAFT' },
  refunded: { text: 'Refunded', across: 'REFUNDED' },
};

export function paperMark({ status, due }: Standing): PaperMark {
  if (status === 'paid' && due <= 0) return { isSettled: true, text: 'Paid', across: null };
  const known = marks[status ?? ''];
  if (known) return { isSettled: false, ...known };
  return { isSettled: false, text: `${invoiceStatusLabel(status)} – not paid in full`, across: 'NOT PAID' };
}

/** The number in an invoice's title, the last 8 characters of its id in uppercase. */
export const invoiceNumber = (id: string): string => id.slice(-8).toUpperCase();
