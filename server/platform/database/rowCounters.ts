import { sql, type RawBuilder, type SqlBool } from 'kysely';

type Subject = 'contacts' | 'all contacts' | 'checkins' | 'invoices';

/** `where` narrows it by `counter.part`. */
export const countedRows = (
  subject: Subject,
  locationIds: readonly string[],
  where = sql<SqlBool>`true`,
): RawBuilder<number> => sql<number>`(
  select coalesce(sum(counter.amount), 0)::bigint from tallies as counter
   where counter.location_id = any (${locationIds}::uuid[]) and counter.subject = ${subject} and ${where})`;
