import { DatabaseError } from 'pg';

/** The connection failed, not the statement. */
export class DatabaseUnavailableError extends Error {
  constructor(cause: unknown) {
    super('The database does not answer', { cause });
  }
}

/** No connection of the pool became free in time. */
export class DatabaseBusyError extends Error {
  constructor(cause: unknown) {
    super('No connection to the database was free', { cause });
  }
}

const sqlState = (error: unknown): string => (error instanceof DatabaseError && error.code) || '';

/** A referenced row was deleted meanwhile, or a deleted row is still referenced. */
export const isForeignKeyViolation = (error: unknown): boolean => sqlState(error) === '23503';

/** A deadlock or a serialization failure: the same work can succeed when it runs again. */
export const isRetryable = (error: unknown): boolean => ['40001', '40P01'].includes(sqlState(error));

/** The database is overloaded: waiting for a connection, a lock or an answer took too long. */
export const isBusy = (error: unknown): boolean =>
  error instanceof DatabaseBusyError || ['53300', '55P03', '57014'].includes(sqlState(error));

/** A statement was ended at its time limit. */
export const isTimedOut = (error: unknown): boolean => sqlState(error) === '57014';

/** The database is unavailable or out of space. The request is fine and may work later. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof DatabaseUnavailableError || /^(53|57|25P03)/.test(sqlState(error));

/** A disk is full: the database's or the one with the files. */
export const isOutOfSpace = (error: unknown): boolean =>
  sqlState(error) === '53100' ||
  (error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT'].includes(String(error.code)));

/** The name of the violated constraint or unique index, which a service turns into a message. */
export const violatedConstraint = (error: unknown): string | undefined =>
  error instanceof DatabaseError && sqlState(error).startsWith('23') ? error.constraint : undefined;
