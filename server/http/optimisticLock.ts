import { sql, type SqlBool } from 'kysely';
import { badRequest, conflict } from './problem.ts';

/** For `updated_at` in an update: now, and never the moment it had before. */
export const nextUpdatedAt = sql<Date>`greatest(now(), updated_at + interval '1 millisecond')`;

/** For the where clause of an update: whether the row is still the one its editor read; without a moment it always is. */
export const unchangedSince = (updatedAt: string | undefined) =>
  sql<SqlBool>`(${updatedAt ?? null}::timestamptz is null or updated_at = ${updatedAt ?? null}::timestamptz)`;

/** The answer to an edit of a record that is no longer what its editor read. */
export const editConflict = () => conflict('This was changed by someone else');

/** Refuses to change what a record keeps for good; what is not named, or named as it is, passes. */
export function requireUnchanged(field: string, sent: string | undefined, own: string, message: string): void {
  if (sent !== undefined && sent !== own) throw badRequest(message, { [field]: message });
}
