import { PassThrough, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, inject, test } from 'vitest';
import { fill } from '../../bench/data.ts';
import { writeArchive } from '#server/modules/company-export/writeArchive.ts';
import { siblingUrl } from '#server/platform/database/urls.ts';
import { diskStore } from '#server/platform/files/diskStore.ts';
import { testServer } from '#tests/support/server.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const megabytes = (bytes: number) => Math.round(bytes / 2 ** 20);

/** What is in use at most while the archive of so many contacts with their activity is written, between two tables. */
async function memoryOf(contacts: number): Promise<number> {
  const server = await testServer();
  server.checksLedger = false;
  try {
    await fill(siblingUrl(inject('adminUrl'), new URL(server.url).pathname.slice(1)), contacts);
    const { id: companyId } = await server.database.acrossCompanies((tx) =>
      tx.selectFrom('companies').select('id').executeTakeFirstOrThrow(),
    );
    let size = 0;
    const nowhere = new Writable({
      write(chunk: Buffer, _encoding, done) {
        size += chunk.length;
        done();
      },
    });
    let most = 0;
    const onProgress = async () => {
      collectGarbage();
      const { heapUsed, external } = process.memoryUsage();
      most = Math.max(most, heapUsed + external);
    };
    const output = new PassThrough();
    const parts = { database: server.database, files: diskStore(server.filesDirectory) };
    const began = performance.now();
    await Promise.all([
      pipeline(output, nowhere),
      writeArchive(parts, output, { companyId, now: server.clock.now, onProgress }),
    ]);
    const seconds = Math.round((performance.now() - began) / 1_000);
    console.info(`${contacts} contacts: ${seconds} s, ${megabytes(most)} MB in use, ${megabytes(size)} MB written`);
    expect(size / contacts).toBeGreaterThan(1_000);
    return most;
  } finally {
    await server.close();
  }
}

test('the archive of 100,000 contacts with their activity takes no more memory than that of 20,000', async () => {
  const small = await memoryOf(20_000);
  const large = await memoryOf(100_000);
  expect(megabytes(large - small)).toBeLessThan(50);
});
