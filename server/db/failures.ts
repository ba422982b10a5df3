import { DatabaseError } from 'pg';
import { DatabaseAway, isStalePlan } from './pool.ts';

const sqlState = (error: unknown): string => (error instanceof DatabaseError && error.code) || '';

/** A deadlock, a serialisation failure or a statement that a migration made stale: the same work, run again, can succeed. */
export const isWorthRetrying = (error: unknown): boolean => ['40001', '40P01'].includes(sqlState(error)) || isStalePlan(error);

/** The database is away, too busy or out of space: nothing is wrong with the request, and it may work later. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof DatabaseAway || /^(53|57|55P03|25P03)/.test(sqlState(error));

/** A disk is full: the database's, or the one that the files are on. */
export const isOutOfSpace = (error: unknown): boolean =>
  sqlState(error) === '53100' || (error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT'].includes(String(error.code)));

/** The name of the violated constraint or unique index, for a service to turn into a sentence. */
export const violated = (error: unknown): string | undefined =>
  error instanceof DatabaseError && sqlState(error).startsWith('23') ? error.constraint : undefined;
