import { sql } from 'kysely';

/** Whether `i` is a sale: neither void nor a draft, or written off, and no balance from before. */
export const isSold = sql`((i.status not in ('draft', 'void') or i.written_off_cents > 0) and i.kind <> 'manual_balance')`;
