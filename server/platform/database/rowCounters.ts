import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Tx } from './database.ts';

type Subject = 'contacts' | 'all contacts' | 'checkins' | 'invoices' | 'door log';

/** `where` narrows it by `counter.part`. */
export const countedRows = (
  subject: Subject,
  locationIds: readonly string[],
  where = sql<SqlBool>`true`,
): RawBuilder<number> => sql<number>`(
  select coalesce(sum(counter.amount), 0)::bigint from row_counters as counter
   where counter.location_id = any (${locationIds}::uuid[]) and counter.subject = ${subject} and ${where})`;

/** Brings the shards of a company's counters together; a number that came to nothing goes. */
export const compactCounters = (tx: Tx, companyId: string) =>
  sql`
    with spread as (
      delete from row_counters where company_id = ${companyId} and (shard <> 0 or amount = 0)
      returning company_id, location_id, subject, part, amount)
    insert into row_counters
    select company_id, location_id, subject, part, 0, sum(amount) from spread group by 1, 2, 3, 4 having sum(amount) <> 0 order by 2, 3, 4
    on conflict (location_id, subject, part, shard) do update set amount = row_counters.amount + excluded.amount`.execute(
    tx,
  );
