import { invoiceStatusLabel } from './invoiceStatus.ts';

interface PrintedInvoice {
  readonly status: string | null | undefined;
  readonly due: number;
}

/** The status printed on an invoice. It must be clear without color that only a settled invoice is paid. */
interface PrintedStatus {
  readonly isSettled: boolean;
  readonly text: string;
  /** Printed large across the page, so that a cropped copy cannot pass for a paid invoice. Null when settled. */
  readonly watermark: string | null;
}

const marks: Partial<Record<string, Omit<PrintedStatus, 'isSettled'>>> = {
  void: { text: 'Void – not payable', watermark: 'VOID' },
  draft: { text: 'Draft – not an invoice yet', watermark: 'DRAFT' },
  refunded: { text: 'Refunded', watermark: 'REFUNDED' },
};

export function printedStatus({ status, due }: PrintedInvoice): PrintedStatus {
  if (status === 'paid' && due <= 0) return { isSettled: true, text: 'Paid', watermark: null };
  const mark = marks[status ?? ''];
  if (mark) return { isSettled: false, ...mark };
  return { isSettled: false, text: `${invoiceStatusLabel(status)} – not paid in full`, watermark: 'NOT PAID' };
}

/** The last 8 characters of the id, in uppercase. */
export const shortInvoiceId = (id: string): string => id.slice(-8).toUpperCase();

/** 'Invoice #89ABCDEF · CHI-10423'. */
export const invoiceTitle = ({
  id,
  number,
}: {
  readonly id: string;
  readonly number?: string | null | undefined;
}): string => ['Invoice #' + shortInvoiceId(id), number].filter(Boolean).join(' · ');
