import { addHours } from 'date-fns';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteLater, removeDeletedFiles } from '#server/platform/files/deletedFiles.ts';
import { diskStore } from '#server/platform/files/diskStore.ts';
import { fileColumns } from '#server/modules/backups/index.ts';
import { newFileKey, type FileStore } from '#server/platform/files/store.ts';
import { createGymWithEverything } from '#tests/support/abuse/everything.ts';
import { createGym, type Gym } from '#tests/support/gym.ts';
import { testServer, type TestServer } from '#tests/support/server.ts';
import { stripeDouble, type StripeDouble } from '#tests/support/stripe/double.ts';
import { pdfForm, upload } from '#tests/support/multipart.ts';
import { createPdf } from '#tests/support/pdf.ts';
import { signingDesk } from '#tests/support/signing.ts';
import sharp from 'sharp';

let stripe: StripeDouble;
let server: TestServer;
let gym: Gym;
let files: FileStore;
beforeAll(async () => {
  stripe = await stripeDouble();
  server = await testServer({ stripeApiUrl: stripe.url });
  gym = await createGym(server);
  files = diskStore(server.filesDirectory);
});
afterAll(async () => {
  await server.close();
  await stripe.close();
});

const now = new Date('2026-03-10T12:00:00Z');
async function createDeletedFile(at = now) {
  const key = newFileKey(gym.companyId, 'images', 'webp');
  await files.put(key, Buffer.from('x'));
  await server.database.scoped([gym.companyId], (tx) => deleteLater(tx, gym.companyId, [key, null], at));
  return key;
}
const isThere = async (key: string) => {
  const file = await files.get(key);
  file?.body.destroy();
  return file !== null;
};
const cleanUp = (hours: number, store = files) =>
  removeDeletedFiles({ database: server.database, files: store }, addHours(now, hours));

test('a deleted file is kept for a day and then removed', async () => {
  const key = await createDeletedFile();
  await cleanUp(23);
  expect(await isThere(key)).toBe(true);
  await cleanUp(25);
  expect(await isThere(key)).toBe(false);
});

test('what a killed process was writing goes after a day', async () => {
  const asked: Date[] = [];
  await cleanUp(25, { ...files, removeUnfinished: async (until) => void asked.push(until) });
  expect(asked).toEqual([addHours(now, 1)]);
});

test('a file that cannot be removed does not delay the others and is retried', async () => {
  const keys = [await createDeletedFile(), await createDeletedFile(), await createDeletedFile()];
  const [stuck = ''] = keys;
  const failing = {
    ...files,
    remove: (key: string) => (key === stuck ? Promise.reject(new Error('the disk')) : files.remove(key)),
  };
  await expect(cleanUp(25, failing)).rejects.toThrow('1 deleted files could not be removed');
  expect(await Promise.all(keys.map(isThere))).toEqual([true, false, false]);
  await cleanUp(25);
  expect(await isThere(stuck)).toBe(false);
});

test('nor does the folder of what killed processes were writing, when it cannot be read', async () => {
  const key = await createDeletedFile();
  const failing = { ...files, removeUnfinished: () => Promise.reject(new Error('the disk')) };
  await expect(cleanUp(25, failing)).rejects.toThrow('1 deleted files could not be removed');
  expect(await isThere(key)).toBe(false);
});

test('a deletion that is rolled back deletes nothing', async () => {
  const key = newFileKey(gym.companyId, 'images', 'webp');
  await files.put(key, Buffer.from('x'));
  const failing = server.database.scoped([gym.companyId], async (tx) => {
    await deleteLater(tx, gym.companyId, [key], now);
    throw new Error('Not so');
  });
  await expect(failing).rejects.toThrow('Not so');
  await cleanUp(25);
  expect(await isThere(key)).toBe(true);
});

test('a backup knows every column with a file key', async () => {
  const { known, token } = await createGymWithEverything(server, stripe);
  const photo = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#456' } })
    .jpeg()
    .toBuffer();
  for (const url of [`/api/contacts/${known.contact}/image`, `/api/sales-items/${known.salesItem}/image`]) {
    const { body, headers } = upload('image', photo);
    const { statusCode } = await server.app.inject({
      method: 'POST',
      url,
      headers: { ...headers, authorization: `Bearer ${token}` },
      payload: body as Buffer,
    });
    expect(statusCode).toBe(200);
  }
  const desk = signingDesk(server, gym);
  const agreement = await desk.agreement();
  const { contactId } = await desk.member([agreement.id]);
  const paper = await gym.by.operator.post(
    `/contacts/${contactId}/signatures/paper`,
    pdfForm({ agreementVersionId: agreement.versionId, name: 'Casey Jones' }, { bytes: createPdf(), field: 'file' }),
  );
  expect(paper.status).toBe(201);
  const { unscoped, scoped, everyCompany } = server.database;
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and data_type = 'text' and table_name <> 'deleted_files' order by 1, 2`.execute(
    unscoped,
  );
  const naming: { table: string; column: string }[] = [];
  for (const { table, column } of columns) {
    const found = await scoped(await everyCompany(), (tx) =>
      sql`select from ${sql.table(table)} where ${sql.ref(column)} ~ '^[0-9a-f-]{36}/.*[.](webp|pdf)$' limit 1`.execute(
        tx,
      ),
    );
    if (found.rows.length > 0) naming.push({ table, column });
  }
  const byName = (all: readonly { table: string; column: string }[]) =>
    all.map(({ table, column }) => `${table}.${column}`).toSorted();
  expect(byName(naming)).toEqual(byName(fileColumns));
});
