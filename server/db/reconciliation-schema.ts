import type { Generated, Selectable } from 'kysely';
import type { DifferenceKind, ReconciliationStatus } from '#domain/rules/reconciliation.ts';

export interface ReconciliationTable {
  id: string;
  company_id: string;
  from_day: string;
  to_day: string;
  status: Generated<ReconciliationStatus>;
  /** Null when it runs by itself at night. */
  started_by: string | null;
  started_by_name: string | null;
  created_at: Date;
  finished_at: Generated<Date | null>;
  tries: Generated<number>;
  failure: Generated<string | null>;
  try_again_at: Generated<Date | null>;
  matched: Generated<number>;
  fees_cents: Generated<number>;
  payouts_cents: Generated<number>;
  difference_count: Generated<number>;
  /** Null when no Stripe account was compared. */
  is_test_mode: Generated<boolean | null>;
  /** Runs that were begun and never ended, since the last one that ended. */
  crashes: Generated<number>;
}

export interface ReconciliationDifferenceTable {
  reconciliation_id: string;
  position: number;
  company_id: string;
  kind: DifferenceKind;
  amount_cents: number;
  detail: string;
  stripe_id: string | null;
  invoice_id: string | null;
  payment_id: string | null;
}

/** A dispute of a card payment, as Stripe reported it last. */
export interface DisputeTable {
  id: string;
  company_id: string;
  invoice_id: string;
  amount_cents: number;
  status: string;
  reason: string;
  opened_at: Date;
  updated_at: Date;
}

export type ReconciliationRow = Selectable<ReconciliationTable>;
