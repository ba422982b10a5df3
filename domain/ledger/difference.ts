import { formatCents } from '#domain/shared/money.ts';

/** The ledger and a row that repeats it disagree. */
export interface LedgerDifference {
  readonly record: 'book' | 'posting' | 'invoice' | 'payment' | 'drawer';
  readonly id: string;
  /** 'due', 'paid', 'cash sales' and so on. 'entries' is a number, the others are cents. */
  readonly figure: string;
  readonly stored: number;
  readonly booked: number;
  /** The record that shows it. */
  readonly invoiceId: string | null;
  readonly drawerId: string | null;
}

/** In cents. Positive when more is stored than booked. */
export const differenceCents = ({ figure, stored, booked }: LedgerDifference): number =>
  figure === 'entries' ? 0 : stored - booked;

/** A sentence without its period. */
export function ledgerDifferenceText({ record, figure, stored, booked }: LedgerDifference): string {
  if (figure === 'entries')
    return `The ${record} needs ${stored.toLocaleString('en-US')} entries, the ledger has ${booked.toLocaleString('en-US')}`;
  if (record === 'book' && figure === 'balance')
    return `The entries of the ledger add up to ${formatCents(booked)}, not to zero`;
  if (record === 'posting') return `The entries of the posting add up to ${formatCents(booked)}, not to zero`;
  return `The ${record} has ${formatCents(stored)} as ${figure}, the ledger has ${formatCents(booked)}`;
}
