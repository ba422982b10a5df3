import { sql, type RawBuilder } from 'kysely';
import type { LedgerAccount, PostingKind } from '#domain/ledger/accounts.ts';
import type { LineItemType } from '#domain/invoices/invoiceDescription.ts';
import type { ReportPeriod } from '#domain/reports/reportPeriods.ts';
import type { Tx } from '#server/platform/database/database.ts';

/** In cents. Debits are positive. */
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

/** What was posted to each account, by day and location. Each half is read from an index of its own. */
export async function readBookedAmounts(
  tx: Tx,
  locationIds: readonly string[],
  { from, to }: ReportPeriod,
): Promise<BookedAmount[]> {
  const selectBooked = (half: RawBuilder<unknown>) => sql`
    select business_day, location_id, kind, account, category, plan_id, method, sum(cents) as cents
      from ledger_sums
     where ${half} and location_id = any (${locationIds}::uuid[]) and business_day between ${from} and ${to}
     group by business_day, location_id, kind, account, category, plan_id, method
    having sum(cents) <> 0`;
  const { rows } = await sql<BookedAmount>`
    select b.business_day::text as day, b.location_id as "locationId", b.kind, b.account, b.category, b.plan_id as "planId", b.method, b.cents::float8 as cents
      from (${selectBooked(sql`line is not null`)} union all ${selectBooked(sql`line is null`)}) as b`.execute(tx);
  return rows;
}
