import { DatabaseError } from 'pg';

/** The connection failed, not the statement. */
export class DatabaseUnavailableError extends Error {
  constructor(cause: unknown) {
    super('The database does not answer', { cause });
  }
}

export class DatabaseBusyError extends Error {
  constructor(cause: unknown) {
    super('No connection to the database was free', { cause });
  }
}

const sqlState = (error: unknown): string => (error instanceof DatabaseError && error.code) || '';

/** A referenced row was deleted meanwhile, or a deleted row is still referenced. */
export const isForeignKeyViolation = (error: unknown): boolean => sqlState(error) === '23503';

/** The same work can succeed when it runs again. */
export const isRetryable = (error: unknown): boolean => ['40001', '40P01'].includes(sqlState(error));

export const isBusy = (error: unknown): boolean =>
  error instanceof DatabaseBusyError || ['53300', '55P03', '57014'].includes(sqlState(error));

export const isTimedOut = (error: unknown): boolean => sqlState(error) === '57014';

/** The request is fine and may work later. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof DatabaseUnavailableError || /^(53|57|25P03)/.test(sqlState(error));

/** The database's disk or the one with the files. */
export const isOutOfSpace = (error: unknown): boolean =>
  sqlState(error) === '53100' ||
  (error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT'].includes(String(error.code)));

export const violatedConstraint = (error: unknown): string | undefined =>
  error instanceof DatabaseError && sqlState(error).startsWith('23') ? error.constraint : undefined;
