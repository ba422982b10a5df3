import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Cluster, joinCluster, openCluster } from '#server/platform/database/postgres/cluster.ts';
import { throwaway } from '#server/platform/database/postgres/settings.ts';
import { preparedDataDirectory, temporaryDirectory } from '#tests/support/temporary.ts';

/** Opens a cluster that is stopped when the test ends. */
async function opened(dataDirectory: string): Promise<Cluster> {
  const cluster = await openCluster({ dataDirectory, settings: throwaway });
  onTestFinished(() => cluster.stop());
  return cluster;
}

async function query<Row>(connectionString: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 1_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(sql)).rows as Row[];
  } finally {
    await client.end();
  }
}

const postmasterPid = async (dataDirectory: string) =>
  Number((await readFile(join(dataDirectory, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0]);

describe('a running PostgreSQL', () => {
  let directory: string;
  let cluster: Cluster;
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'spotter-cluster-'));
    cluster = await openCluster({ dataDirectory: directory, settings: throwaway });
  });
  afterAll(async () => {
    await cluster.stop();
    await rm(directory, { recursive: true });
  });

  test('listens only on a private Unix socket, and its role is not a superuser', async () => {
    const [settings] = await query(
      cluster.url,
      `select current_setting('listen_addresses') as tcp, current_setting('server_encoding') as encoding,
              (select rolsuper from pg_roles where rolname = current_user) as super`,
    );
    expect(settings).toEqual({ tcp: '', encoding: 'UTF8', super: false });
    for (const path of ['postgres', 'postgres/run'])
      expect((await stat(join(directory, path))).mode & 0o777).toBe(0o700);
  });

  test('refuses a second live Spotter with one clear line', async () => {
    await expect(openCluster({ dataDirectory: directory })).rejects.toThrow(
      `Another Spotter (process ${process.pid}) is running on ${directory}: stop it first, or give this one a DATA_DIR of its own`,
    );
  });

  test('is joined by a command, which leaves it running', async () => {
    const joined = await joinCluster({ dataDirectory: directory });
    expect(joined.url).toBe(cluster.url);
    await joined.stop();
    expect(await query(cluster.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('is not restarted for a terminated connection, and is still watched', async () => {
    const { url, adminUrl } = cluster;
    const before = await postmasterPid(directory);
    const watchers = `from pg_stat_activity where application_name = 'spotter watch'`;
    await query(adminUrl, `select pg_terminate_backend(pid) ${watchers}`);
    await expect.poll(() => query(adminUrl, `select 1 ${watchers}`)).toHaveLength(1);
    expect(await postmasterPid(directory)).toBe(before);
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});

test('with the shipped settings a commit is on disk before it is acknowledged, and base backups and the WAL of an archive are served', async () => {
  const cluster = await openCluster({ dataDirectory: await preparedDataDirectory() });
  onTestFinished(() => cluster.stop());
  const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'wal_level', 'max_wal_senders'];
  const settings = await query<{ setting: string }>(
    cluster.url,
    `select current_setting(name) as setting from unnest('{${names}}'::text[]) name`,
  );
  expect(settings.map(({ setting }) => setting)).toEqual(['on', 'on', 'on', 'replica', '4']);
  const replication = `${cluster.adminUrl}${cluster.adminUrl.includes('?') ? '&' : '?'}replication=database`;
  expect(await query(replication, 'IDENTIFY_SYSTEM')).toMatchObject([{ systemid: expect.any(String) }]);
});

test('a stale lock file and a stale pid file with pids of other running processes do not prevent the start', async () => {
  const directory = await preparedDataDirectory();
  await (await openCluster({ dataDirectory: directory, settings: throwaway })).stop();
  const data = join(directory, 'postgres/data');
  await writeFile(join(directory, 'postgres/lock'), `${process.pid}\n`);
  await writeFile(join(data, 'postmaster.pid'), `${process.pid}\n${data}\n1\n5432\n${directory}/postgres/run\n\n\n`);
  await writeFile(join(directory, 'postgres/run/.s.PGSQL.5432.lock'), `${process.pid}\n`);
  const { url } = await opened(directory);
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a PostgreSQL that is killed while Spotter runs is back within 3 s at the same address', async () => {
  const directory = await preparedDataDirectory();
  const { url } = await opened(directory);
  const killed = await postmasterPid(directory);
  process.kill(killed, 'SIGKILL');
  await vi.waitFor(async () => expect([killed, undefined]).not.toContain(await postmasterPid(directory)), {
    timeout: 3_000,
  });
  await vi.waitFor(() => query(url, 'select 1'), { timeout: 3_000 });
});

test('a killed PostgreSQL is started again without waiting for a statement that still runs', async () => {
  const directory = await preparedDataDirectory();
  const { url } = await opened(directory);
  const endless = query(url, 'do $$ begin loop end loop; end $$').catch(() => undefined);
  const running = `select 1 from pg_stat_activity where state = 'active' and query like 'do %'`;
  await expect.poll(() => query(url, running)).toHaveLength(1);
  process.kill(await postmasterPid(directory), 'SIGKILL');
  await vi.waitFor(() => query(url, 'select 1'), { timeout: 10_000 });
  await endless;
});

test('an interrupted initdb is started again, in a DATA_DIR with any letters that is deeper than a socket path may be', async () => {
  const directory = join(await temporaryDirectory(), `it's "a" gym, größer 体`, 'deep/'.repeat(40));
  await mkdir(join(directory, 'postgres/data.new/base'), { recursive: true });
  const { url } = await opened(directory);
  expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a cluster of another PostgreSQL version is refused with a line that says what to do', async () => {
  const directory = await temporaryDirectory();
  await mkdir(join(directory, 'postgres/data'), { recursive: true });
  await writeFile(join(directory, 'postgres/data/PG_VERSION'), '12\n');
  await expect(openCluster({ dataDirectory: directory })).rejects.toThrow(
    /is of PostgreSQL 12, this Spotter brings 18: back it up/,
  );
});

test('a PostgreSQL whose shutdown does not end is stopped as after a power cut and started again, and nothing is lost', async () => {
  const directory = await preparedDataDirectory();
  const cluster = await openCluster({ dataDirectory: directory });
  onTestFinished(() => cluster.stop());
  const { url } = cluster;
  await query(url, 'create table kept (n int); insert into kept values (7)');
  const client = new Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  // What does not run cannot end, and its postmaster waits for it.
  process.kill(Number(rows[0]?.pid), 'SIGSTOP');
  const stuck = await postmasterPid(directory);
  process.kill(stuck, 'SIGINT');
  await expect.poll(() => query(url, 'select n from kept').catch(() => []), { timeout: 40_000 }).toEqual([{ n: 7 }]);
  expect(await postmasterPid(directory)).not.toBe(stuck);
}, 60_000);
