import { DatabaseError } from 'pg';
import { DatabaseAway, DatabaseBusy, isStalePlan } from './pool.ts';

const sqlState = (error: unknown): string => (error instanceof DatabaseError && error.code) || '';

/** A row that is named was deleted meanwhile, or one that is being deleted was named. */
export const isForeignKeyViolation = (error: unknown): boolean => sqlState(error) === '23503';

/**
 * A deadlock, a serialisation failure or a statement that a migration made stale: the same work, run again, can succeed.
 * A foreign key that was violated too: whoever looks again finds the row gone, or the history that keeps it.
 */
export const isWorthRetrying = (error: unknown): boolean =>
  ['40001', '40P01'].includes(sqlState(error)) || isForeignKeyViolation(error) || isStalePlan(error);

/** There is more to do than the database gets done: a connection, a lock or an answer was waited for too long. */
export const isBusy = (error: unknown): boolean => error instanceof DatabaseBusy || ['53300', '55P03', '57014'].includes(sqlState(error));

/** The database is away or out of space: nothing is wrong with the request, and it may work later. */
export const isUnavailable = (error: unknown): boolean => error instanceof DatabaseAway || /^(53|57|25P03)/.test(sqlState(error));

/** A disk is full: the database's, or the one that the files are on. */
export const isOutOfSpace = (error: unknown): boolean =>
  sqlState(error) === '53100' || (error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT'].includes(String(error.code)));

/** The name of the violated constraint or unique index, for a service to turn into a sentence. */
export const violated = (error: unknown): string | undefined =>
  error instanceof DatabaseError && sqlState(error).startsWith('23') ? error.constraint : undefined;
