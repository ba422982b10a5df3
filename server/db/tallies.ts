import { sql, type RawBuilder, type SqlBool } from 'kysely';

/** What the triggers of 0050-tallies and 0070-contact-totals count. */
type Subject = 'contacts' | 'all contacts' | 'checkins' | 'invoices';

/** How many there are at these locations, exactly as of this transaction; `parts` narrows it by `t.part` and the location `l`. */
export const tallied = (subject: Subject, locationIds: readonly string[], parts = sql<SqlBool>`true`): RawBuilder<number> => sql<number>`(
  select coalesce(sum(t.amount), 0)::bigint from tallies t join locations l on l.id = t.location_id
   where t.location_id = any (${locationIds}::uuid[]) and t.subject = ${subject} and ${parts})`;
