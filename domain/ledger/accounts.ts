import { paymentMethods } from '#domain/invoices/paymentMethods.ts';

export const ledgerAccounts = [
  'receivable',
  'revenue',
  'discount',
  'tax',
  // The money, by the method it was paid with.
  ...paymentMethods,
  'refunds',
  'write_offs',
  'cash_rounding',
  'over_short',
  'cash_in_out',
  'disputes',
  /** What members owed before they were imported. */
  'opening_balance',
] as const;
export type LedgerAccount = (typeof ledgerAccounts)[number];

export const postingKinds = [
  'invoice',
  'void',
  'payment',
  'refund',
  'refund_failed',
  'write_off',
  'write_off_paid',
  'dispute',
  'dispute_won',
  'cash_movement',
  'drawer_count',
] as const;
export type PostingKind = (typeof postingKinds)[number];

/** The posting of money that was paid. */
export const paymentKinds = ['payment', 'write_off_paid'] as const satisfies readonly PostingKind[];
/** The posting of a refund, or of one that the bank returned. */
export const refundKinds = ['refund', 'refund_failed'] as const satisfies readonly PostingKind[];

/** A sale that is voided is taken back on the day of the void. */
export const salesKinds = ['invoice', 'void'] as const satisfies readonly PostingKind[];
