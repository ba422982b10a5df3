import { DatabaseError } from 'pg';

/** The connection, not the statement, failed. */
export class DatabaseUnavailableError extends Error {
  constructor(cause: unknown) {
    super('The database does not answer', { cause });
  }
}

/** Every connection of the pool was in use for as long as one is waited for. */
export class DatabaseBusyError extends Error {
  constructor(cause: unknown) {
    super('No connection to the database was free', { cause });
  }
}

const sqlState = (error: unknown): string => (error instanceof DatabaseError && error.code) || '';

/** A row that is named was deleted meanwhile, or one that is being deleted was named. */
export const isForeignKeyViolation = (error: unknown): boolean => sqlState(error) === '23503';

/** A migration changed the columns that a prepared statement gives; the statement did nothing. */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof DatabaseError && error.code === '0A000' && error.message.includes('cached plan must not change result type');

/**
 * A deadlock, a serialization failure or a statement that a migration made stale: the same work, run again, can succeed.
 * A foreign key that was violated too: whoever looks again finds the row gone, or the history that keeps it.
 */
export const isRetryable = (error: unknown): boolean =>
  ['40001', '40P01'].includes(sqlState(error)) || isForeignKeyViolation(error) || isStalePlan(error);

/** There is more to do than the database gets done: a connection, a lock or an answer was waited for too long. */
export const isBusy = (error: unknown): boolean =>
  error instanceof DatabaseBusyError || ['53300', '55P03', '57014'].includes(sqlState(error));

/** The database is away or out of space: nothing is wrong with the request, and it may work later. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof DatabaseUnavailableError || /^(53|57|25P03)/.test(sqlState(error));

/** A disk is full: the database's, or the one that the files are on. */
export const isOutOfSpace = (error: unknown): boolean =>
  sqlState(error) === '53100' || (error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT'].includes(String(error.code)));

/** The name of the violated constraint or unique index, for a service to turn into a sentence. */
export const violatedConstraint = (error: unknown): string | undefined =>
  error instanceof DatabaseError && sqlState(error).startsWith('23') ? error.constraint : undefined;
