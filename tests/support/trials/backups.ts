import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import { expect, vi } from 'vitest';
import { backup } from '#server/cli/backup.ts';
import { placesIn } from '#server/modules/backups/index.ts';
import { restore } from '#server/cli/restore.ts';
import { verifyBackup } from '#server/cli/verifyBackup.ts';
import { readConfig } from '#server/config.ts';
import { removeDeletedFiles } from '#server/platform/files/deletedFiles.ts';
import { diskStore } from '#server/platform/files/diskStore.ts';
import { builders } from '#tests/support/builders.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { createGym } from '#tests/support/gym.ts';
import { testServer } from '#tests/support/server.ts';
import { temporaryDirectory } from '#tests/support/temporary.ts';
import { upload } from '#tests/support/multipart.ts';

const people = 60;

/**
 * Makes this many backups while photos are uploaded, replaced and removed at this rate, with the clean-up job running. Each
 * backup is restored, and a backup of the restored data is the same again: every table and every file.
 */
export async function backupsUnderUploads(count: number, uploadsEachSecond: number): Promise<void> {
  const server = await testServer();
  const gym = await createGym(server);
  const make = builders(server, gym);
  const contacts = await Promise.all(Array.from({ length: people }, () => make.contact()));
  const photo = await sharp({ create: { width: 120, height: 90, channels: 3, background: '#456' } })
    .jpeg()
    .toBuffer();
  const home = await temporaryDirectory();
  await symlink(server.filesDirectory, join(home, 'files'));
  const files = diskStore(server.filesDirectory);

  const seen: Record<number, number> = {};
  const expectSuccess = ({ status }: { status: number }) => {
    seen[status] = (seen[status] ?? 0) + 1;
  };
  const ended = new AbortController();
  const sent: Promise<void>[] = [];
  const stream = (async () => {
    for (let nth = 0; !ended.signal.aborted; nth += 1) {
      const id = contacts[nth % people] ?? '';
      // Most are new or replace one; sometimes one is removed.
      const request =
        nth % 9 === 8
          ? gym.by.operator.delete(`/contacts/${id}/image`)
          : gym.by.operator.post(`/contacts/${id}/image`, upload('image', photo));
      sent.push(request.then(expectSuccess));
      if (nth % 50 === 49) await removeDeletedFiles({ database: server.database, files }, new Date());
      await sleep(1_000 / uploadsEachSecond);
    }
  })();

  try {
    // From the first backup on there are files.
    await vi.waitFor(() => expect(seen[200] ?? 0).toBeGreaterThan(3), { timeout: 20_000 });
    const directory = await temporaryDirectory();
    const config = getConfig(server.url, home);
    for (let nth = 1; nth <= count; nth += 1) {
      const [before, place] = [sent.length, join(directory, String(nth))];
      await backup(config, [place]);
      await verifyBackup(config, [place]);
      await restored(place, join(directory, `${nth} again`));
      expect(sent.length).toBeGreaterThan(before);
    }
  } finally {
    ended.abort();
    await stream;
    await Promise.all(sent);
    await server.close();
  }
  expect(Object.keys(seen)).toEqual(['200']);
}

const getConfig = (url: string, directory: string) =>
  readConfig({ DATABASE_URL: url, APP_SECRET: 'a secret of thirty-two characters', DATA_DIR: directory });

async function restored(place: string, again: string): Promise<void> {
  const fresh = await freshDatabase();
  try {
    const config = getConfig(fresh.url, await temporaryDirectory());
    await restore(config, [place]);
    await backup(config, [again]);
  } finally {
    await fresh.drop();
  }
  const [first, second] = await Promise.all([place, again].map(readContents));
  expect(first?.files.length).toBeGreaterThan(0);
  expect(second).toEqual(first);
}

/** The contents of a backup, without its time. A table's rows are in no order: PostgreSQL puts a short one where there is room. */
async function readContents(place: string) {
  const { tables, files, migrations } = JSON.parse(await readFile(placesIn(place).manifest, 'utf8'));
  const rows: Record<string, string[]> = {};
  for (const { name } of tables) {
    const copied = gunzipSync(await readFile(placesIn(place).table(name))).toString();
    rows[name] = copied.split('\n').toSorted();
  }
  return {
    rows,
    migrations,
    files: files.toSorted((one: { key: string }, other: { key: string }) => one.key.localeCompare(other.key)),
  };
}
