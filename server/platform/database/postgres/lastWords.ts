import { readdir, readFile, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Home } from './home.ts';

/** PostgreSQL needs a new segment of its write-ahead log now and then. */
const walSegmentBytes = 16 * 2 ** 20;

/** Why it stopped: its last words. On a full disk it may have none, so that is said first. */
export async function explainStop(home: Home, said?: string, readFree = readFreeBytes): Promise<string> {
  const text = said ?? [await read(home.log), await readLastLog(home)].join('\n');
  const lines = text.split('\n').filter((line) => /FATAL|PANIC|HINT/.test(line));
  const words = (lines.length > 0 ? lines : text.trim().split('\n')).slice(-3).join(' ') || 'it said nothing';
  const free = await readFree(home.path);
  if (free >= walSegmentBytes) return words;
  return `only ${Math.floor(free / 2 ** 20)} MB are free on the disk of ${home.path}: make room. Its last words: ${words}`;
}

/** What it has logged since this start, in whichever files: each line begins with its time. */
async function readLastLog({ data, log }: Home): Promise<string> {
  const since = await stat(log).then(
    ({ mtime }) => mtime.toISOString().replace('T', ' ').slice(0, -1),
    () => '',
  );
  const directory = join(data, 'log');
  const names = await readdir(directory).catch(() => []);
  const texts = await Promise.all(names.map((name) => read(join(directory, name))));
  const lines = texts.flatMap((text) => text.split('\n'));
  return lines.filter((line) => /^\d{4}-/.test(line) && line > since).join('\n');
}

async function readFreeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}

const read = (path: string) => readFile(path, 'utf8').catch(() => '');
