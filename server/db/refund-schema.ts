import type { Generated, JSONColumnType, Selectable } from 'kysely';
import type { RefundDestination, RefundedMembership } from '#domain/rules/refunds.ts';
import type { Owned } from './columnTypes.ts';

/** A refund that staff make. It completes, and takes effect, once Stripe has confirmed each part. */
export interface RefundTable extends Owned {
  invoice_id: string;
  amount_cents: number;
  destination: RefundDestination;
  reason: string;
  membership: RefundedMembership;
  lines: JSONColumnType<RefundedLine[], string, string>;
  parts: JSONColumnType<RefundPart[], string, string>;
  created_by: string;
  /** Until then a request may be waiting for Stripe. */
  busy_until: Date | null;
  completed_at: Date | null;
  /** When the bank returned all of its money. */
  failed_at: Generated<Date | null>;
}

interface RefundedLine {
  readonly position: number;
  readonly quantity: number;
  readonly restock: boolean;
}

/** The part of a refund that returns one payment. `id` is that of the payment row that records it. */
export interface RefundPart {
  readonly id: string;
  readonly paymentId: string | null;
  readonly intentId: string | null;
  readonly cents: number;
}

export type RefundRow = Selectable<RefundTable>;
