import { sql } from 'kysely';

/** Whether `i` is a sale: neither void nor a draft, or written off, and no opening balance. */
export const isSold = sql`((i.status not in ('draft', 'void') or i.written_off_cents > 0) and not i.is_opening_balance)`;
