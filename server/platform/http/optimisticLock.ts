import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { badRequest, conflict } from './problem.ts';

/** For `updated_at` in an update: now, but always later than the previous value. */
export const nextUpdatedAt = (now: Date | RawBuilder<Date> = sql<Date>`now()`) =>
  sql<Date>`greatest(${now}::timestamptz, updated_at + interval '1 millisecond')`;

/** For the where clause of an update: whether the row is still as the editor read it. Always true without a timestamp. */
export const unchangedSince = (updatedAt: string | undefined) =>
  sql<SqlBool>`(${updatedAt ?? null}::timestamptz is null or updated_at = ${updatedAt ?? null}::timestamptz)`;

/** The response to an edit of a record that somebody else has changed in the meantime. */
export const editConflict = () => conflict('This was changed by someone else');

/** Refuses to change immutable fields. An absent or unchanged field passes. */
export function requireUnchanged(field: string, sent: string | undefined, own: string, message: string): void {
  if (sent !== undefined && sent !== own) throw badRequest(message, { [field]: message });
}
