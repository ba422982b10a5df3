import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { makeHome, type Home } from '#server/platform/database/postgres/home.ts';
import { explainStop } from '#server/platform/database/postgres/lastWords.ts';
import { temporaryDirectory } from '#tests/support/temporary.ts';

let home: Home;
beforeEach(async () => {
  home = await makeHome(await temporaryDirectory());
  await mkdir(join(home.data, 'log'), { recursive: true });
  await writeFile(home.log, '2026-03-10 10:00:00.000 UTC [7] LOG:  redirecting log output\n');
  await utimes(home.log, new Date(), new Date('2026-03-10T10:00:00Z'));
});

test('what PostgreSQL said to its log since the start tells why it stopped, and an earlier stop does not', async () => {
  await writeFile(
    join(home.data, 'log', 'postgresql-Tue.log'),
    [
      '2026-03-10 09:00:00.000 UTC [3] FATAL:  terminating connection due to administrator command',
      '2026-03-10 10:00:00.100 UTC [7] FATAL:  required WAL directory "pg_wal" does not exist',
      '2026-03-10 10:00:00.200 UTC [7] LOG:  database system is shut down',
    ].join('\n'),
  );
  expect(await explainStop(home)).toBe(
    '2026-03-10 10:00:00.100 UTC [7] FATAL:  required WAL directory "pg_wal" does not exist',
  );
});

test('a disk without room is named, since PostgreSQL can then say nothing', async () => {
  await writeFile(home.log, '');
  expect(await explainStop(home, undefined, async () => 1_200_000)).toBe(
    `only 1 MB are free on the disk of ${home.path}: make room. Its last words: it said nothing`,
  );
});
