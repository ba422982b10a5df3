import { sql } from 'kysely';
import { refundKinds } from '#domain/ledger/accounts.ts';
import { lineTaxes, refundEntries, shareFailedRefund, shareRefund, type SharedLine } from '#domain/ledger/entries.ts';
import type { Occasion } from '#server/platform/http/actors.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { InvoiceRow, PaymentRow } from '#server/platform/database/schema.ts';
import { ofInvoice, post, toBooked } from './post.ts';

interface BookedRefund {
  /** The row of the payments table. */
  readonly id: string;
  readonly method: PaymentRow['method'];
  readonly otherMethod: string | null;
  readonly cents: number;
  /** Handed out beyond the amount, since cash has no smaller coin. May be negative. */
  readonly rounding?: number | undefined;
  /** True when nothing that was paid is left. Then the rounding of the sale is taken back too. */
  readonly isWhole?: boolean;
  /** The staff's refund of which it is a part. */
  readonly refundId: string | null;
  /** By line, in cents. */
  readonly asked?: readonly number[] | undefined;
  readonly drawerId?: string | null;
}

/** Money that goes back, or came back when the bank returned it. */
export async function postRefund(
  tx: Tx,
  invoice: InvoiceRow,
  kind: (typeof refundKinds)[number],
  {
    id,
    method,
    otherMethod,
    cents,
    rounding = 0,
    isWhole = false,
    refundId,
    asked = [],
    drawerId = null,
  }: BookedRefund,
  occasion: Occasion,
): Promise<void> {
  if (cents === 0) return;
  const rows = await tx
    .selectFrom('invoice_lines')
    .select(['type', 'item_id', 'name', 'total_cents', 'discount_cents'])
    .where('invoice_id', '=', invoice.id)
    .orderBy('position')
    .execute();
  const booked = toBooked(invoice, rows);
  const taxes = lineTaxes(booked);
  const given = await givenBack(tx, invoice, refundId);
  const isFailed = kind === 'refund_failed';
  const lines: SharedLine[] = booked.lines.map(({ total }, position) => {
    const tax = taxes[position] ?? 0;
    const { gross = 0, tax: refundedTax = 0, ofRefund = 0 } = given.find(({ line }) => line === position) ?? {};
    return {
      gross: total + tax,
      tax,
      refunded: { gross, tax: refundedTax },
      asked: isFailed ? (refundId ? ofRefund : gross) : Math.max(0, (asked[position] ?? 0) - ofRefund),
    };
  });
  const sign = isFailed ? -1 : 1;
  const exact = isWhole ? cents - invoice.cash_rounding_cents : cents;
  await post(tx, {
    ...ofInvoice(invoice, occasion),
    kind,
    paymentId: id,
    drawerId,
    entries: refundEntries(
      booked,
      { method, otherMethod, cents: sign * (cents + rounding), rounding: sign * (cents + rounding - exact) },
      isFailed ? shareFailedRefund(lines, exact) : shareRefund(lines, exact),
    ),
  });
}

/** In cents, by line: so far, and by this refund. */
async function givenBack(tx: Tx, { id }: InvoiceRow, refundId: string | null) {
  const { rows } = await sql<{ line: number; gross: number; tax: number; ofRefund: number }>`
    select e.line, sum(e.cents)::int as gross, coalesce(sum(e.cents) filter (where e.account = 'tax'), 0)::int as tax,
           coalesce(sum(e.cents) filter (where r.refund_id = ${refundId}::uuid), 0)::int as "ofRefund"
      from ledger_postings p
      join ledger_entries e on (e.company_id, e.posting_id) = (p.company_id, p.id) and e.line is not null
      left join payments r on r.id = p.payment_id
     where p.invoice_id = ${id} and p.kind = any (${refundKinds}::text[])
     group by e.line`.execute(tx);
  return rows;
}
