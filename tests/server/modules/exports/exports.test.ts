import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { addHours } from 'date-fns';
import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import { runExports } from '#server/modules/exports/runExports.ts';
import { exportedTables } from '#server/modules/exports/exportedTables.ts';
import { diskStore } from '#server/platform/files/diskStore.ts';
import { columns } from '#server/platform/database/schema.ts';
import { unzip } from '#tests/support/archives.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym, type Gym } from '#tests/support/gym.ts';
import { upload } from '#tests/support/multipart.ts';
import { sharedServer } from '#tests/support/server.ts';
import { drawing, signingDesk } from '#tests/support/signing.ts';

const server = await sharedServer();
const rival = await createGym(server);
const photo = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#456' } })
  .jpeg()
  .toBuffer();
let gym: Gym;
beforeEach(async () => {
  gym = await createGym(server);
});

const path = () => `/companies/${gym.companyId}/exports`;
const runJob = (signal = new AbortController().signal, files = diskStore(server.filesDirectory)) =>
  runExports(
    {
      database: server.database,
      config: server.config,
      files,
      mailer: { send: async () => undefined, close: () => undefined },
      live: undefined as never,
      clock: () => server.clock.now,
    },
    signal,
  );
const newest = async () => (await gym.by.admin.get(path())).body.exports[0];

async function archive() {
  expect((await gym.by.admin.post(path())).status).toBe(202);
  await runJob();
  const { url } = await newest();
  const response = await server.app.inject({ url });
  return { response, files: await unzip(response.rawPayload) };
}

const archivesIn = async () =>
  (await readdir(server.filesDirectory, { recursive: true })).filter((name) =>
    name.includes(`${gym.companyId}/exports/`),
  );

describe('POST and GET /companies/{id}/exports', () => {
  test('a job writes one archive with every table as CSV and JSON, and every file', async () => {
    const desk = signingDesk(server, gym);
    const waiver = await desk.agreement();
    const contactId = await desk.make.contact({
      first_name: '=Ann',
      last_name: 'Oak, "ley"',
      date_of_birth: '1990-05-01',
    });
    await gym.by.operator.post(`/contacts/${contactId}/image`, upload('image', photo));
    await desk.sign(contactId, waiver.versionId, { drawing });
    await builders(server, rival).contact({ first_name: 'Stranger' });

    const started = await gym.by.admin.post(path());
    expect([started.status, started.body.export]).toMatchObject([202, { status: 'waiting', progress: 0 }]);
    expect((await gym.by.admin.post(path())).body.message).toBe('An export is under way. Wait until it is ready.');
    await runJob();
    const done = await newest();
    expect(done).toMatchObject({
      id: started.body.export.id,
      status: 'completed',
      progress: 100,
      askedBy: 'Sam admin',
    });
    const response = await server.app.inject({ url: done.url });
    expect(response.headers['content-type']).toBe('application/zip');
    expect(response.headers['content-disposition']).toContain('.zip');
    expect(response.rawPayload.length).toBe(done.size);

    const files = await unzip(response.rawPayload);
    const tables = Object.entries(exportedTables).flatMap(([name, exported]) => (exported ? [name] : []));
    for (const table of tables)
      expect([...files.keys()]).toEqual(expect.arrayContaining([`tables/${table}.json`, `tables/${table}.csv`]));
    expect([...files.keys()].filter((name) => name.startsWith('files/'))).toHaveLength(4);
    const [contact] = JSON.parse(files.get('tables/contacts.json')!.toString());
    expect(contact).toMatchObject({ id: contactId, first_name: '=Ann', last_name: 'Oak, "ley"' });
    expect(files.get('tables/contacts.csv')!.toString()).toContain(`'=Ann,"Oak, ""ley"""`);
    expect(JSON.parse(files.get('tables/activity.json')!.toString()).length).toBeGreaterThan(3);
    expect(JSON.parse(files.get('schema.json')!.toString())).toMatchObject({ version: '1.0.0' });
    expect(files.get('README.txt')!.toString()).toContain('Everything that your company has');
    for (const bytes of files.values())
      expect(bytes.includes('Stranger') || bytes.includes(rival.companyId)).toBe(false);

    const { companyId, entries } = JSON.parse(files.get('manifest.json')!.toString());
    expect(companyId).toBe(gym.companyId);
    expect(entries).toEqual(
      [...files]
        .filter(([name]) => name !== 'manifest.json')
        .map(([name, bytes]) => ({
          path: name,
          size: bytes.length,
          sha256: createHash('sha256').update(bytes).digest('hex'),
        })),
    );
  });

  test('has no password, session, key or secret', async () => {
    await gym.by.admin.post('/api-keys', {
      body: { companyId: gym.companyId, name: 'Site', scopes: ['contacts:read'] },
    });
    await gym.by.admin.post('/devices', { body: { locationId: gym.locationId, name: 'Front', kind: 'kiosk' } });
    const { files } = await archive();
    expect(JSON.parse(files.get('tables/devices.json')!.toString())).toHaveLength(1);
    expect(
      [...files.keys()].filter((name) => /api_keys|sessions|passkeys|second_factors|stripe_configs/.test(name)),
    ).toEqual([]);
    for (const [name, bytes] of files)
      if (name.endsWith('.json') && name.startsWith('tables/'))
        for (const row of JSON.parse(bytes.toString()))
          expect(Object.keys(row).filter((column) => /_hash$|_sealed$|password|secret/.test(column))).toEqual([]);
  });

  test('says of every table what is in it', () => {
    expect(Object.keys(exportedTables).toSorted()).toEqual(Object.keys(columns).toSorted());
  });

  test('reads many rows a few at a time', async () => {
    const make = builders(server, gym);
    for (let count = 0; count < 1_200; count += 100)
      await Promise.all(Array.from({ length: 100 }, () => make.contact()));
    const { files } = await archive();
    const rows: { id: string }[] = JSON.parse(files.get('tables/contacts.json')!.toString());
    expect(new Set(rows.map(({ id }) => id)).size).toBe(1_200);
    expect(files.get('tables/contacts.csv')!.toString().trimEnd().split('\r\n')).toHaveLength(1_201);
  });

  test('the link is good for 24 hours, then the file is gone', async () => {
    await archive();
    const { url } = await newest();
    const { now } = server.clock;
    server.clock.now = addHours(now, 23);
    expect((await server.app.inject({ url })).statusCode).toBe(200);
    server.clock.now = addHours(now, 25);
    expect((await server.app.inject({ url })).statusCode).toBe(403);
    expect(await archivesIn()).toHaveLength(1);
    await runJob();
    server.clock.now = now;
    expect(await archivesIn()).toEqual([]);
    expect((await newest()).url).toBeUndefined();
  });

  test('one that was stopped is written by the next run, and one that fails three times says so', async () => {
    await gym.by.admin.post(path());
    const stopping = new AbortController();
    const store = diskStore(server.filesDirectory);
    const broken = { ...store, putStream: async () => Promise.reject(new Error('No space left')) };
    for (const status of ['running', 'running', 'failed']) {
      await expect(runJob(stopping.signal, broken)).rejects.toThrow('1 exports have failed');
      expect((await newest()).status).toBe(status);
    }
    expect((await gym.by.admin.post(path())).status).toBe(202);
    await runJob();
    expect((await newest()).status).toBe('completed');
    expect(await archivesIn()).toHaveLength(1);
  });

  test('the end of the server stops one, and the next run begins it again', async () => {
    await gym.by.admin.post(path());
    const stopping = new AbortController();
    const store = diskStore(server.filesDirectory);
    const slow = {
      ...store,
      putStream: async (key: string, body: Readable) => {
        stopping.abort();
        return store.putStream(key, body);
      },
    };
    await expect(runJob(stopping.signal, slow)).rejects.toThrow('1 exports have failed');
    expect((await newest()).status).toBe('waiting');
    expect(await archivesIn()).toEqual([]);
    await runJob();
    expect((await newest()).status).toBe('completed');
  });

  test('is in the activity log', async () => {
    await gym.by.admin.post(path());
    const { body } = await gym.by.admin.get(`/activity?recordType=company&recordId=${gym.companyId}`);
    expect(body.entries[0].action).toBe('company.export-started');
  });

  test('is for company admins, of their own company, and for keys with that scope alone', async () => {
    expect((await gym.by.manager.post(path())).status).toBe(403);
    expect((await gym.by.manager.get(path())).status).toBe(403);
    expect((await rival.by.admin.post(path())).status).toBe(404);
    expect((await rival.by.admin.get(path())).status).toBe(404);
    const keyWith = async (scopes: string[]) => {
      const body = { companyId: gym.companyId, name: scopes.join(), scopes };
      return server.withKey((await gym.by.admin.post('/api-keys', { body })).body.key);
    };
    expect((await (await keyWith(['all:read'])).get(path())).status).toBe(403);
    expect((await (await keyWith(['companies:export'])).post(path())).status).toBe(202);
  });
});
