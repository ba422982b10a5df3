import { once } from 'node:events';
import { addHours } from 'date-fns';
import { sql } from 'kysely';
import { exportHours } from '#domain/exports/contract.ts';
import type { JobContext } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { columns, type CompanyExportRow } from '#server/platform/database/schema.ts';
import { newFileKey } from '#server/platform/files/store.ts';
import { zipStream } from '#server/platform/files/zip.ts';
import { companyArchive } from './companyArchive.ts';
import { exportsRepo } from './repo.ts';

const triesMax = 3;
const statementMs = 600_000;

/** Writes the archives that were asked for, and removes those whose time is over. One that fails does not hold up the others. */
export async function runExports(context: JobContext, signal: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  await removeExpired(context).catch((error: unknown) => failures.push(error));
  const open = await context.database.acrossCompanies((tx) =>
    tx
      .selectFrom('company_exports')
      .select(columns.company_exports)
      // A running one was left by a server that was stopped: the job runs on one server at a time.
      .where('status', 'in', ['waiting', 'running'])
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  );
  for (const row of open) {
    if (signal.aborted) return;
    await run(context, row, signal).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} exports have failed`);
}

async function run(
  context: JobContext,
  { id, company_id, tries }: CompanyExportRow,
  signal: AbortSignal,
): Promise<void> {
  const { database, files, clock } = context;
  const change = (values: Parameters<ReturnType<typeof exportsRepo>['change']>[1]) =>
    database.scoped([company_id], (tx) => exportsRepo(tx).change(id, values));
  await change({ status: 'running', tries: tries + 1, progress: 0 });
  const key = newFileKey(company_id, 'exports', 'zip');
  try {
    let shown = 0;
    const onProgress = async (share: number) => {
      signal.throwIfAborted();
      const progress = Math.min(99, Math.floor(share * 100));
      if (progress === shown) return;
      shown = progress;
      await change({ progress });
    };
    const size = await database.readOnly([company_id], async (tx) => {
      await giveTime(tx);
      const entries = companyArchive({ tx, files, companyId: company_id, now: clock(), onProgress });
      const archive = zipStream(entries, clock());
      try {
        return await files.putStream(key, archive);
      } finally {
        // Nothing may read in the transaction after its end.
        archive.destroy();
        if (!archive.closed) await once(archive, 'close');
      }
    });
    const now = clock();
    await change({
      status: 'completed',
      progress: 100,
      finished_at: now,
      expires_at: addHours(now, exportHours),
      file_key: key,
      file_size: size,
    });
  } catch (error) {
    // One that the end of the server has stopped is begun again by the next, and does not count.
    if (signal.aborted) await change({ status: 'waiting', tries });
    else if (tries + 1 >= triesMax) await change({ status: 'failed', finished_at: clock() });
    throw error;
  }
}

/** A large company takes longer than a request may. */
async function giveTime(tx: Tx): Promise<void> {
  await sql.raw(`set local statement_timeout = ${statementMs}`).execute(tx);
  await sql.raw('set local idle_in_transaction_session_timeout = 0').execute(tx);
}

async function removeExpired({ database, files, clock }: JobContext): Promise<void> {
  const expired = await database.acrossCompanies((tx) =>
    tx
      .selectFrom('company_exports')
      .select(['id', 'company_id', 'file_key'])
      .where('expires_at', '<=', clock())
      .where('file_key', 'is not', null)
      .execute(),
  );
  for (const { id, company_id, file_key } of expired) {
    if (file_key !== null) await files.remove(file_key);
    await database.scoped([company_id], (tx) => exportsRepo(tx).change(id, { file_key: null }));
  }
}
