import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { conflict } from '#server/platform/http/problem.ts';
import { violatedConstraint } from './errors.ts';

/** 409 when another record of the company that is not deleted has the external id. `what` is the record, in lower case. */
export async function writeUniqueExternalId<T>(what: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    const message = `Another ${what} has this external id`;
    if (violatedConstraint(error)?.endsWith('_external_id')) throw conflict(message, { externalId: message });
    throw error;
  }
}

export const hasExternalId = (column: RawBuilder<unknown>, externalId: string | undefined) =>
  externalId === undefined ? sql<SqlBool>`true` : sql<SqlBool>`${column} = ${externalId}`;
