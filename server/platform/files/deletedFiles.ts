import { subDays } from 'date-fns';
import { groupBy } from 'es-toolkit';
import type { Database, Tx } from '#server/platform/database/database.ts';
import type { AppContext } from '#server/platform/context.ts';

/** A backup copies rows first and files afterwards, so deleted files must stay for a while. */
const graceDays = 1;
const atOnce = 100;

/** Called in the transaction that removes their keys from rows. */
export async function deleteLater(
  tx: Tx,
  companyId: string,
  keys: readonly (string | null)[],
  now: Date,
): Promise<void> {
  const rows = keys.flatMap((key) => (key === null ? [] : { key, company_id: companyId, deleted_at: now }));
  if (rows.length > 0)
    await tx
      .insertInto('deleted_files')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

/** And what killed processes were writing. A failure is reported and retried at the next run. */
export async function removeDeletedFiles(
  { database, files }: Pick<AppContext, 'database' | 'files'>,
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  const failures: unknown[] = [];
  await files.removeUnfinished?.(subDays(now, graceDays)).catch((error: unknown) => failures.push(error));
  for (let after: string | undefined = ''; after !== undefined;) {
    if (signal?.aborted) return;
    const due = await readDueFiles(database, after, now);
    const gone: DueFile[] = [];
    for (const file of due)
      await files.remove(file.key).then(
        () => gone.push(file),
        (error: unknown) => failures.push(error),
      );
    for (const [company, own] of Object.entries(groupBy(gone, ({ company_id }) => company_id))) {
      const keys = own.map(({ key }) => key);
      await database.scoped([company], (tx) => tx.deleteFrom('deleted_files').where('key', 'in', keys).execute());
    }
    after = due.at(-1)?.key;
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} deleted files could not be removed`);
}

interface DueFile {
  readonly company_id: string;
  readonly key: string;
}

const readDueFiles = ({ acrossCompanies }: Database, key: string, now: Date): Promise<readonly DueFile[]> =>
  acrossCompanies((tx) =>
    tx
      .selectFrom('deleted_files')
      .select(['company_id', 'key'])
      .where('deleted_at', '<', subDays(now, graceDays))
      .where('key', '>', key)
      .orderBy('key')
      .limit(atOnce)
      .execute(),
  );
