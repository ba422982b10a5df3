import { PassThrough } from 'node:stream';
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
  await update((repo) => repo.start(id));
  const key = newFileKey(company_id, 'exports', 'zip');
  let shown = 0;
  const onProgress = async (percent: number) => {
    stopping.throwIfAborted();
    if (Math.floor(percent) <= shown) return;
    shown = Math.floor(percent);
    await update((repo) => repo.progress(id, shown));
  };
  try {
    const body = new PassThrough();
    const writing = files.write(key, body).finally(() => body.destroy());
    const ends = await Promise.allSettled([
      writing,
      writeArchive(context, body, { companyId: company_id, now: clock(), onProgress }),
    ]);
    for (const end of ends) if (end.status === 'rejected') throw end.reason;
    const size = await writing;
    await update((repo) => repo.finish(id, { key, size }, clock()));
  } catch (error) {
    await files.remove(key);
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
