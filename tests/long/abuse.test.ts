import { execFileSync } from 'node:child_process';
import { beforeAll, test } from 'vitest';
import { backupsUnderUploads } from '#tests/support/trials/backups.ts';
import { databaseStopped } from '#tests/support/trials/databaseStopped.ts';
import { fullDatabaseDisk, fullFilesDisk } from '#tests/support/trials/fullDisk.ts';
import { malformed } from '#tests/support/trials/malformed.ts';
import { mixedRequests } from '#tests/support/trials/mixedRequests.ts';

beforeAll(() => {
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
});

test('35,000 malformed requests, drawn from the contract over every route, answer with no 5xx and always a message', async () => {
  const { seen, slowest } = await malformed(35_000);
  console.log('answers by status:', seen, 'slowest, in ms:', slowest);
});

test('200,000 mixed requests leave memory within 10 % of where it settled', () => mixedRequests(200_000));

test('PostgreSQL stopped for 10 s gives 503 within 5 s, and works again within 3 s of its return without a restart', () =>
  databaseStopped(10_000));

test('20 backups under 13 uploads a second are each restored, table by table and file by file', () =>
  backupsUnderUploads(20, 13));

// These two mount a small disk on a directory, which requires root.
test('a full disk refuses uploads with a message and loses nothing', () => fullFilesDisk());

test('a full disk under the database refuses sales with a message and loses nothing', () => fullDatabaseDisk());
