import { subDays } from 'date-fns';
import type { Database, Tx } from '#server/db/database.ts';
import type { FileStore } from './store.ts';

/** A backup copies the rows first and the files they name afterwards: they have to be there for as long as that takes. */
const graceDays = 1;
const atOnce = 100;

/** Notes, in the transaction that takes their names away, that these files can go. */
export async function deleteLater(tx: Tx, companyId: string, keys: readonly (string | null)[], now: Date): Promise<void> {
  const rows = keys.flatMap((key) => (key === null ? [] : { key, company_id: companyId, deleted_at: now }));
  if (rows.length > 0) await tx.insertInto('deleted_files').values(rows).onConflict((conflict) => conflict.doNothing()).execute();
}

interface Deps {
  database: Database;
  files: FileStore;
}

/** Removes the files whose grace is over. One that cannot be removed is tried again at the next call, and fails this one. */
export async function removeDeletedFiles({ database, files }: Deps, now: Date, signal?: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  for (const company of await database.everyCompany()) {
    for (let after = ''; ; ) {
      if (signal?.aborted) return;
      const due = await database.scoped([company], (tx) => dueAfter(tx, after, now));
      const gone: string[] = [];
      for (const key of due) await files.remove(key).then(() => gone.push(key), (error: unknown) => failures.push(error));
      if (gone.length > 0) await database.scoped([company], (tx) => tx.deleteFrom('deleted_files').where('key', 'in', gone).execute());
      const last = due.at(-1);
      if (last === undefined) break;
      after = last;
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} deleted files could not be removed`);
}

async function dueAfter(tx: Tx, key: string, now: Date): Promise<string[]> {
  const rows = await tx
    .selectFrom('deleted_files')
    .select('key')
    .where('deleted_at', '<', subDays(now, graceDays))
    .where('key', '>', key)
    .orderBy('key')
    .limit(atOnce)
    .execute();
  return rows.map((row) => row.key);
}
