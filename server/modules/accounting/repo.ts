import { sql } from 'kysely';
import type { LedgerAccount, PostingKind } from '#domain/ledger/accounts.ts';
import type { LineItemType } from '#domain/invoices/invoiceDescription.ts';
import type { ReportPeriod } from '#domain/reports/reportPeriods.ts';
import type { Tx } from '#server/platform/database/database.ts';

/** In cents: debits are positive. */
export interface BookedAmount {
  readonly day: string;
  readonly locationId: string;
  readonly kind: PostingKind;
  readonly account: LedgerAccount;
  readonly category: LineItemType | null;
  readonly planId: string | null;
  /** The name of another method. */
  readonly method: string | null;
  readonly cents: number;
}

/** What was posted to each account, by day and location. */
export async function bookedAmounts(
  tx: Tx,
  locationIds: readonly string[],
  { from, to }: ReportPeriod,
): Promise<BookedAmount[]> {
  const { rows } = await sql<BookedAmount>`
    select business_day::text as day, location_id as "locationId", kind, account, category, plan_id as "planId", method, sum(cents)::float8 as cents
      from ledger_entries
     where location_id = any (${locationIds}::uuid[]) and business_day between ${from} and ${to}
     group by business_day, location_id, kind, account, category, plan_id, method
    having sum(cents) <> 0`.execute(tx);
  return rows;
}
