import { sql } from 'kysely';
import type { Database, Tx } from '#server/platform/database/database.ts';

type Db = Database['unscoped'] | Tx;

export const readLastBackup = (db: Db) =>
  db.selectFrom('last_backup').select(['completed_at', 'failed_at', 'failure']).executeTakeFirst();

export const recordBackup = ({ unscoped }: Pick<Database, 'unscoped'>, at: Date) =>
  unscoped
    .insertInto('last_backup')
    .values({ completed_at: at })
    .onConflict((row) => row.column('only_row').doUpdateSet({ completed_at: at, failed_at: null, failure: null }))
    .execute();

export const recordFailure = ({ unscoped }: Pick<Database, 'unscoped'>, at: Date, failure: string) =>
  unscoped
    .insertInto('last_backup')
    .values({ failed_at: at, failure })
    .onConflict((row) => row.column('only_row').doUpdateSet({ failed_at: at, failure }))
    .execute();

/** Nightly backups fail, and the last good one is older than two days. */
export async function isBackupLate(db: Db): Promise<{ readonly ran_at: Date } | undefined> {
  const { rows } = await sql<{ ran_at: Date }>`
    select coalesce(completed_at, failed_at) as ran_at from last_backup
     where failed_at is not null and coalesce(completed_at, '-infinity') < now() - interval '2 days'`.execute(db);
  return rows[0];
}
