import { sql, type RawBuilder, type SqlBool } from 'kysely';

/** What the triggers of 0050-tallies and 0070-contact-totals count. */
type Subject = 'contacts' | 'all contacts' | 'checkins' | 'invoices';

/** The exact number of rows at these locations; `where` narrows it by `counter.part`. */
export const countedRows = (
  subject: Subject,
  locationIds: readonly string[],
  where = sql<SqlBool>`true`,
): RawBuilder<number> => sql<number>`(
  select coalesce(sum(counter.amount), 0)::bigint from tallies as counter
   where counter.location_id = any (${locationIds}::uuid[]) and counter.subject = ${subject} and ${where})`;
