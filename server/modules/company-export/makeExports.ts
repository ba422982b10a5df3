import { PassThrough } from 'node:stream';
import { mayBeginArchive } from '#server/modules/personal-data/index.ts';
import type { JobContext } from '#server/platform/context.ts';
import type { ExportRow } from '#server/platform/database/schema.ts';
import { newFileKey } from '#server/platform/files/store.ts';
import { exportsRepo } from './repo.ts';
import { writeArchive } from './writeArchive.ts';

const attemptsMax = 3;

/**
 * Makes the archives that were asked for, one after the other, and removes those that have expired. Only one server does this at a
 * time, so one that is running was left by a server that ended, and is made again.
 */
export async function makeExports(context: JobContext, stopping: AbortSignal): Promise<void> {
  const { database } = context;
  await removeExpired(context);
  const failures: unknown[] = [];
  for (const row of await database.acrossCompanies((tx) => exportsRepo(tx).due())) {
    if (stopping.aborted) return;
    await make(context, row, stopping).catch((error: unknown) => stopping.aborted || failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} exports failed`);
}

async function make(
  context: JobContext,
  { id, company_id, attempts }: ExportRow,
  stopping: AbortSignal,
): Promise<void> {
  const { database, files, clock } = context;
  const update = <T>(work: (repo: ReturnType<typeof exportsRepo>) => Promise<T>) =>
    database.acrossCompanies((tx) => work(exportsRepo(tx)));
  if (attempts >= attemptsMax) return void (await update((repo) => repo.fail(id)));
  const isStarted = await database.acrossCompanies(async (tx) => {
    if (!(await mayBeginArchive(tx, company_id))) return false;
    await exportsRepo(tx).start(id);
    return true;
  });
  if (!isStarted) return;
  const key = newFileKey(company_id, 'exports', 'zip');
  let storedPercent = 0;
  // Somebody was erased meanwhile, who may be in the archive: the next run begins again.
  let isWithdrawn = false;
  const onProgress = async (percent: number) => {
    stopping.throwIfAborted();
    if (Math.floor(percent) <= storedPercent) return;
    storedPercent = Math.floor(percent);
    isWithdrawn = !(await update((repo) => repo.progress(id, storedPercent)));
    if (isWithdrawn) throw new Error('The export was withdrawn');
  };
  try {
    const body = new PassThrough();
    // It may break before the store listens. `writeArchive` rejects with the error.
    body.on('error', () => undefined);
    const writing = files.write(key, body).finally(() => body.destroy());
    const ends = await Promise.allSettled([
      writing,
      writeArchive(context, body, { companyId: company_id, now: clock(), onProgress }),
    ]);
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    const size = await writing;
    isWithdrawn = !(await update((repo) => repo.finish(id, { key, size }, clock())));
    if (isWithdrawn) await files.remove(key);
  } catch (error) {
    await files.remove(key);
    if (isWithdrawn) return;
    if (!stopping.aborted && attempts + 1 >= attemptsMax) await update((repo) => repo.fail(id));
    throw error;
  }
}

async function removeExpired({ database, files, clock }: JobContext): Promise<void> {
  for (const { id, archive_key } of await database.acrossCompanies((tx) => exportsRepo(tx).expired(clock()))) {
    if (archive_key) await files.remove(archive_key);
    await database.acrossCompanies((tx) => exportsRepo(tx).expire(id));
  }
}
