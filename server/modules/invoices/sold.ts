import { sql, type RawBuilder, type SqlBool } from 'kysely';

/** Whether `i` is a sale: neither void nor a draft, or written off, and no manual balance. */
export const isSold = sql`((i.status not in ('draft', 'void') or i.written_off_cents > 0) and i.kind <> 'manual_balance')`;

/** Written out, so that an intent's payment is found in its index. */
export const isPayment = sql<SqlBool>`kind = 'payment'`;

/** A column of the refunds `p`. Refunds that failed take back what they gave. */
export const refundedCents = (column: 'amount_cents' | 'surplus_cents'): RawBuilder<number> =>
  sql`case p.kind when 'refund_failed' then -p.${sql.ref(column)} else p.${sql.ref(column)} end`;
