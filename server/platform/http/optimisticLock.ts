import { changedMeanwhile } from '#domain/shared/limits.ts';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { badRequest, conflict } from './problem.ts';

/** Always later than the previous value. */
export const nextUpdatedAt = (now: Date | RawBuilder<Date> = sql<Date>`now()`) =>
  sql<Date>`greatest(${now}::timestamptz, updated_at + interval '1 millisecond')`;

/** Always true without a timestamp. */
export const unchangedSince = (updatedAt: string | undefined) =>
  sql<SqlBool>`(${updatedAt ?? null}::timestamptz is null or updated_at = ${updatedAt ?? null}::timestamptz)`;

export const editConflict = () => conflict(changedMeanwhile);

/** An absent or unchanged field passes. */
export function requireUnchanged(field: string, sent: string | undefined, own: string, message: string): void {
  if (sent !== undefined && sent !== own) throw badRequest(message, { [field]: message });
}

/** `unchangedSince` for a row that was read under its lock. */
export function requireUnchangedSince(updatedAt: string | undefined, row: { readonly updated_at: Date }): void {
  if (updatedAt !== undefined && Date.parse(updatedAt) !== row.updated_at.getTime()) throw editConflict();
}
