import { sql, type RawBuilder } from 'kysely';
import { linesAfterRefunds, type RefundableLine } from '#domain/invoices/refunds.ts';
import { refundKinds } from '#domain/ledger/accounts.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { columns, listColumns, type RefundRow } from '#server/platform/database/schema.ts';
import { disputedSum } from '#server/modules/ledger/index.ts';

export const refundsRepo = (tx: Tx) => ({
  one: (id: string) => selectRefunds(tx).where('p.id', '=', id).executeTakeFirst(),

  completed: (invoiceId: string) =>
    selectRefunds(tx)
      .where('p.invoice_id', '=', invoiceId)
      .where('p.completed_at', 'is not', null)
      .orderBy('p.created_at')
      .orderBy('p.id')
      .execute(),

  /** Waits for Stripe; an invoice has at most one. */
  pending: (invoiceId: string) =>
    tx
      .selectFrom('refunds')
      .select(columns.refunds)
      .where('invoice_id', '=', invoiceId)
      .where('completed_at', 'is', null)
      .executeTakeFirst(),

  async write(refund: RefundRow): Promise<void> {
    const { lines, parts, ...row } = refund;
    await tx
      .insertInto('refunds')
      .values({ ...row, lines: JSON.stringify(lines), parts: JSON.stringify(parts) })
      .execute();
  },

  setBusy: (id: string, until: Date | null) =>
    tx.updateTable('refunds').set({ busy_until: until }).where('id', '=', id).execute(),
});

/** What rounding added to the cash that went back for the refund `p`. */
export const refundRoundingCents = sql<number>`coalesce((
  select sum(c.rounding_cents) from payments c where c.invoice_id = p.invoice_id and c.refund_id = p.id), 0)::int`;

export type ListedRefund = RefundRow & { readonly rounding_cents: number };

const selectRefunds = (tx: Tx) =>
  tx.selectFrom('refunds as p').select(listColumns('refunds', 'p')).select(refundRoundingCents.as('rounding_cents'));

/** A column of the refunds `p`. Refunds that failed take back what they gave. */
export const refundedCents = (column: 'amount_cents' | 'surplus_cents'): RawBuilder<number> =>
  sql`case p.kind when 'refund_failed' then -p.${sql.ref(column)} else p.${sql.ref(column)} end`;

/**
 * Of the invoice `i`, which was paid for nothing, in cents: what the gym still has. Where that is true of some lines, a refund of
 * others does not count.
 */
export const keptForNothing = sql<number>`least(
  i.paid_cents - i.refunded_cents - ${disputedSum(sql`i.id`)},
  case when i.metadata ? 'linesForNothing' then (
    select -sum(e.cents) from ledger_postings g
      join ledger_entries e on (e.company_id, e.posting_id) = (g.company_id, g.id) and e.line is not null
      left join payments p on p.id = g.payment_id
      left join refunds f on f.id = p.refund_id
     where g.invoice_id = i.id
       and (i.metadata -> 'linesForNothing' @> to_jsonb(e.line)
         or g.kind = any (${refundKinds}::text[]) and coalesce(f.lines, '[]') = '[]')) end)::int`;

/** What was refunded of an invoice, whoever booked it. `surplus` is what Stripe returned beyond it. */
export async function readRefundedSums(tx: Tx, invoiceId: string): Promise<{ booked: number; surplus: number }> {
  return tx
    .selectFrom('payments as p')
    .select([
      sql<number>`coalesce(sum(${refundedCents('amount_cents')}), 0)::int`.as('booked'),
      sql<number>`coalesce(sum(${refundedCents('surplus_cents')}), 0)::int`.as('surplus'),
    ])
    .where('p.invoice_id', '=', invoiceId)
    .where('p.kind', '<>', 'payment')
    .executeTakeFirstOrThrow();
}

export async function readRefundableLines(tx: Tx, invoiceId: string): Promise<RefundableLine[]> {
  const lines = await tx
    .selectFrom('invoice_lines as n')
    .leftJoin('sales_items as s', 's.id', 'n.item_id')
    .select(['n.name', 'n.quantity', 'n.total_cents as total', 's.is_physical_item'])
    .where('n.invoice_id', '=', invoiceId)
    .orderBy('n.position')
    .execute();
  const refunds = await refundsRepo(tx).completed(invoiceId);
  return linesAfterRefunds(
    lines.map(({ is_physical_item, ...line }) => ({ ...line, isStocked: is_physical_item === true })),
    refunds.map(({ failed_at, lines: refunded }) => ({ hasFailed: failed_at !== null, lines: refunded })),
  );
}
