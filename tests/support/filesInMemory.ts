import { existsSync, readFileSync, statfsSync } from 'node:fs';

const place = '/dev/shm';
const enoughBytes = 4 * 2 ** 30;

/**
 * Has temporary files in memory, where there is room and programs may run. Each database of the tests is 900 files, and a disk's
 * file system takes as long to create and delete them as PostgreSQL takes for everything else. A `TMPDIR` of one's own is kept.
 */
export function keepFilesInMemory(): void {
  if (process.env.TMPDIR || !existsSync(place)) return;
  const { bavail, bsize } = statfsSync(place);
  if (bavail * bsize < enoughBytes || isNoexec()) return;
  process.env.TMPDIR = place;
}

const isNoexec = () => / \/dev\/shm \S+ \S*\bnoexec\b/.test(readFileSync('/proc/mounts', 'utf8'));
