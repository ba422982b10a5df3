import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { levels } from '#domain/shared/access.ts';
import { v7 as uuid } from 'uuid';
import { makeExports } from '#server/modules/company-export/makeExports.ts';
import { withdrawArchives } from '#server/modules/personal-data/withdrawArchives.ts';
import { diskStore } from '#server/platform/files/diskStore.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import { exportedTables, leftOut } from '#server/modules/company-export/tables.ts';
import { columns } from '#server/platform/database/schema.ts';
import { unzip } from '#tests/support/archives.ts';
import { createGym, type Gym } from '#tests/support/gym.ts';
import { runErasureJob } from '#tests/support/personalData.ts';
import { sharedServer, type Caller } from '#tests/support/server.ts';

const server = await sharedServer();
const start = server.clock.now;
const store = diskStore(server.filesDirectory);
const rival = await createGym(server);
let gym: Gym;
beforeEach(async () => {
  gym = await createGym(server);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  server.clock.now = start;
  await run();
});

const path = (of = gym) => `/companies/${of.companyId}/exports`;
const ask = () => gym.by.admin.post(path());
const latest = async () => (await gym.by.admin.get(path())).body.export;
const run = (files: FileStore = store, stopping = new AbortController()) =>
  makeExports(
    {
      database: server.database,
      files,
      clock: () => server.clock.now,
      config: server.config,
      mailer: { send: async () => undefined, close: () => undefined },
      live: { close: async () => undefined } as never,
    },
    stopping.signal,
  );

describe('POST /companies/{id}/exports', () => {
  test('asks for an archive, which a job makes, and which can be downloaded for a day', async () => {
    const { status, body } = await ask();
    expect([status, body.export]).toMatchObject([202, { status: 'waiting', progress: 0, expiresAt: null, size: null }]);
    expect(body.export.url).toBeUndefined();
    await run();
    const made = await latest();
    expect(made).toMatchObject({ id: body.export.id, status: 'ready', progress: 100, requestedBy: expect.any(String) });
    expect(Date.parse(made.expiresAt)).toBe(start.getTime() + 24 * 3_600_000);
    const file = await server.app.inject({ url: made.url });
    expect([file.statusCode, file.headers['content-type'], file.rawPayload.length]).toEqual([
      200,
      'application/zip',
      made.size,
    ]);
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="spotter-\d{4}-\d\d-\d\d\.zip"/);
    expect(file.rawPayload.subarray(0, 2).toString()).toBe('PK');
  });

  test('a day is 24 hours, also in the night in which the clocks of the server change', async () => {
    vi.stubEnv('TZ', 'America/Denver');
    server.clock.now = new Date('2027-03-14T03:00:00Z');
    const caller = await server.as(gym.users.admin);
    await caller.post(path());
    await run();
    expect((await caller.get(path())).body.export.expiresAt).toBe('2027-03-15T03:00:00.000Z');
  });

  test('after a day it is gone, with its file', async () => {
    await ask();
    await run();
    const { url } = await latest();
    const [, key = ''] = /\/api\/files\/([^?]+)/.exec(url) ?? [];
    expect(await store.get(key).then((file) => file && buffer(file.body))).not.toBeNull();
    server.clock.now = new Date(start.getTime() + 24 * 3_600_000 + 1_000);
    const later = await server.as(gym.users.admin);
    expect((await later.get(path())).body).toEqual({ export: null });
    await run();
    expect(await store.get(key)).toBeNull();
  });

  test('one at a time, also when two ask at once, and another company’s does not matter', async () => {
    const both = await Promise.all([ask(), ask()]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([202, 409]);
    expect((await rival.by.admin.post(path(rival))).status).toBe(202);
    await run();
    expect((await ask()).status).toBe(202);
  });

  test('it is in the activity log', async () => {
    await ask();
    const { body } = await gym.by.admin.get(`/activity?companyId=${gym.companyId}&limit=1`);
    expect(body.entries[0]).toMatchObject({ action: 'company.exported', record: { label: gym.companyName } });
  });

  test.each(levels.filter((level) => level !== 'admin'))('%s may not', async (level) => {
    expect([(await gym.by[level].post(path())).status, (await gym.by[level].get(path())).status]).toEqual([403, 403]);
  });

  test('nor may another company’s admin, nor who is not signed in', async () => {
    expect((await rival.by.admin.post(path())).status).toBe(404);
    expect((await rival.by.admin.get(path())).status).toBe(404);
    expect((await server.anonymous.post(path())).status).toBe(401);
  });
});

describe('beside an erasure', () => {
  /** Somebody whose erasure is due, with a name that is nowhere else. */
  async function dueForErasure() {
    const lastName = `Quilldottir${uuid().slice(-12)}`;
    const body = { firstName: 'Ann', lastName, email: 'ann@quill.test', homeLocationId: gym.locationId };
    const { id } = (await gym.by.admin.post('/contacts', { body })).body.contact;
    expect((await gym.by.admin.post(`/contacts/${id}/erasure`)).status).toBe(202);
    server.clock.now = new Date(start.getTime() + 24 * 3_600_000 + 1_000);
    return { lastName, later: await server.as(gym.users.admin) };
  }

  /** Whether the archive that can be downloaded has the name. */
  async function isNamed(lastName: string, caller: Caller): Promise<boolean> {
    const { url } = (await caller.get(path())).body.export;
    const entries = await unzip((await server.app.inject({ url })).rawPayload);
    return [...entries.values()].some((entry) => entry.includes(lastName));
  }

  test.each([
    { moment: 'once it is written', isWritten: true },
    { moment: 'in its middle', isWritten: false },
  ])('a person who is erased $moment is not in the archive', async ({ isWritten }) => {
    const { lastName, later } = await dueForErasure();
    expect((await later.post(path())).status).toBe(202);
    const keys: string[] = [];
    const erasing: FileStore = {
      ...store,
      write: async (key, body) => {
        keys.push(key);
        if (isWritten) {
          const written = await store.write(key, body);
          await runErasureJob(server);
          return written;
        }
        await once(body, 'readable');
        await runErasureJob(server);
        return store.write(key, body);
      },
    };
    await run(erasing);
    expect((await later.get(path())).body.export).toMatchObject({ status: 'waiting' });
    expect(await Promise.all(keys.map((key) => store.get(key)))).toEqual([null]);
    await run();
    expect((await later.get(path())).body.export).toMatchObject({ status: 'ready' });
    expect(await isNamed(lastName, later)).toBe(false);
  });

  test('none begins before the erasure has committed', async () => {
    await ask();
    await server.database.scoped([gym.companyId], async (tx) => {
      await withdrawArchives(tx, gym.companyId, server.clock.now);
      await run();
      expect((await latest()).status).toBe('waiting');
    });
    await run();
    expect((await latest()).status).toBe('ready');
  });

  test('it costs none of the three attempts', async () => {
    await ask();
    for (const _ of [1, 2, 3, 4]) {
      const withdrawing: FileStore = {
        ...store,
        write: async (key, body) => {
          const written = await store.write(key, body);
          await server.database.scoped([gym.companyId], (tx) => withdrawArchives(tx, gym.companyId, start));
          return written;
        },
      };
      await run(withdrawing);
      expect((await latest()).status).toBe('waiting');
    }
    await run();
    expect((await latest()).status).toBe('ready');
  });
});

describe('the job', () => {
  test('goes on after a server that ended amid an archive, and leaves no half file', async () => {
    const { id } = (await ask()).body.export;
    const stopping = new AbortController();
    const removed = vi.fn<FileStore['remove']>((key) => store.remove(key));
    const slow: FileStore = {
      ...store,
      remove: removed,
      write: (key, body) => {
        stopping.abort();
        return store.write(key, body);
      },
    };
    await run(slow, stopping);
    expect((await latest()).status).toBe('running');
    expect(removed).toHaveBeenCalledOnce();
    await run();
    expect(await latest()).toMatchObject({ id, status: 'ready' });
  });

  test('gives up after three failures, and can be asked again', async () => {
    expect((await ask()).status).toBe(202);
    const full: FileStore = { ...store, write: () => Promise.reject(new Error('The disk is full')) };
    for (const _ of [1, 2, 3]) await expect(run(full)).rejects.toThrow('1 exports failed');
    expect((await latest()).status).toBe('failed');
    await run();
    expect((await latest()).status).toBe('failed');
    await ask();
    await run();
    expect((await latest()).status).toBe('ready');
  });
});

test('every table is exported or named with a reason, and whatever has a company is not left out as the installation’s', () => {
  expect([...exportedTables, ...Object.keys(leftOut)].toSorted()).toEqual(Object.keys(columns).toSorted());
  const ofCompany = Object.entries(leftOut).filter(
    ([name, why]) =>
      why === 'installation' && columns[name as keyof typeof columns].some((one) => (one as string) === 'company_id'),
  );
  expect(ofCompany).toEqual([]);
});
