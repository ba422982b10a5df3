import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { partition } from 'es-toolkit';
import { dayMs } from '#domain/shared/zones.ts';
import type { Database } from '#server/platform/database/database.ts';
import { placesIn } from './manifest.ts';
import { recordBackup, recordFailure } from './repo.ts';
import { writeBackup, type Source } from './writeBackup.ts';

export interface BackupSchedule {
  readonly directory: string;
  /** How many nightly backups stay. */
  readonly keep: number;
  /** 0 to 23, in UTC: from then on the day's backup is due. */
  readonly hour: number;
}

/** Between the clocks of Spotters that share the directory. */
const mostSkewMs = 60 * 60_000;

const nameOn = (day: Date) => `spotter-${day.toISOString().slice(0, 10)}`;

/**
 * Writes the backup of the day to `spotter-2026-03-15` in the directory, unless it is there or not due yet, and then removes
 * all but the newest, and what was set aside of earlier days. Other names in the directory are left alone. One that fails is
 * tried again at the next call.
 */
export async function backUpNightly(
  { database, ...source }: Source & { readonly database: Pick<Database, 'unscoped'> },
  { directory, keep, hour }: BackupSchedule,
  now: Date,
): Promise<void> {
  if (now.getUTCHours() < hour) return;
  const ofToday = nameOn(now);
  try {
    const latest = nameOn(new Date(now.getTime() + mostSkewMs));
    const [complete, early] = partition(await completeBackups(directory), (name) => name <= latest);
    // From a clock that was ahead: it would take the place of that day's own, and outlast every other.
    for (const name of early) {
      await rm(join(directory, `${name}-early`), { recursive: true, force: true });
      await rename(join(directory, name), join(directory, `${name}-early`));
    }
    if (!complete.includes(ofToday)) {
      await writeBackup(source, join(directory, ofToday));
      await recordBackup(database, now);
      complete.push(ofToday);
    }
    const oldestKept = complete.toSorted().at(-keep) ?? '';
    const setAside = (await readFileNames(directory)).filter((name) => /^spotter-\d{4}-\d{2}-\d{2}-early$/.test(name));
    const old = [...complete, ...setAside].filter((name) => name < oldestKept);
    for (const name of [...old, ...(await findAbandoned(directory, now))])
      await rm(join(directory, name), { recursive: true, force: true });
  } catch (error) {
    await recordFailure(database, now, error instanceof Error ? error.message : String(error));
    throw error;
  }
}

async function completeBackups(directory: string): Promise<string[]> {
  const names = (await readFileNames(directory)).filter((name) => /^spotter-\d{4}-\d{2}-\d{2}$/.test(name));
  const complete = await Promise.all(
    names.map(async (name) => ((await readModifiedAt(placesIn(join(directory, name)).manifest)) ? [name] : [])),
  );
  return complete.flat();
}

/** A process that was killed leaves its half backup. */
async function findAbandoned(directory: string, now: Date): Promise<string[]> {
  const names = (await readFileNames(directory)).filter((name) =>
    /^\.spotter-\d{4}-\d{2}-\d{2}\.\d+\.partial$/.test(name),
  );
  const old = await Promise.all(
    names.map(async (name) => {
      const at = await readModifiedAt(join(directory, name));
      return at && at.getTime() < now.getTime() - dayMs ? [name] : [];
    }),
  );
  return old.flat();
}

const readFileNames = (directory: string) => unlessAbsent(readdir(directory), []);
const readModifiedAt = (path: string) =>
  unlessAbsent(
    stat(path).then(({ mtime }) => mtime),
    undefined,
  );

const unlessAbsent = <T>(reading: Promise<T>, otherwise: T): Promise<T> =>
  reading.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return otherwise;
    throw error;
  });
