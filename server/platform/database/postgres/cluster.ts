import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { siblingUrl, socketUrl } from '../urls.ts';
import { StartupError } from '#server/platform/explainError.ts';
import { findBinaries } from './binaries.ts';
import { chooseSocketDirectory, type Home, makeHome } from './home.ts';
import { ensureCluster } from './initdb.ts';
import { type Lock, lockHolder, tryLock } from './lock.ts';
import { ensureRunning, type Launch, stopPostgres } from './postgres.ts';
import { type Postmaster, findRunningPostmaster } from './postmaster.ts';
import { whoRunsPostgres } from './runAs.ts';
import { durable, type PostgresSettings } from './settings.ts';
import { supervise } from './supervise.ts';

export interface Cluster {
  /** The database `spotter`, as its owner. */
  readonly url: string;
  /** The database `postgres`, as superuser. */
  readonly adminUrl: string;
  /** Stops what this call started: nothing when another Spotter is running. */
  stop(): Promise<void>;
}

interface ClusterOptions {
  readonly dataDirectory: string;
  readonly settings?: PostgresSettings;
  readonly onEvent?: (message: string, error?: unknown) => void;
}

/** One Spotter may use it at a time. It is restarted when it dies, and a running one that lost its Spotter is taken over. */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const home = await makeHome(options.dataDirectory);
  const lock = await tryLock(home.lock);
  if (lock) return open(home, lock, options);
  throw new StartupError(
    `Another Spotter (process ${lockHolder(home.lock)}) is running on ${options.dataDirectory}: stop it first, or give this one a DATA_DIR of its own`,
  );
}

export async function joinCluster(options: ClusterOptions): Promise<Cluster> {
  const home = await makeHome(options.dataDirectory);
  const deadline = Date.now() + 30_000;
  while (Date.now() < deadline) {
    const lock = await tryLock(home.lock);
    if (lock) return open(home, lock, options);
    const postmaster = await findRunningPostmaster(home.data);
    if (postmaster) return { ...(await prepareUrls(postmaster)), stop: () => Promise.resolve() };
    await sleep(100);
  }
  throw new StartupError(`The Spotter on ${options.dataDirectory} holds its database, which does not answer`);
}

async function open(home: Home, lock: Lock, { settings = durable, onEvent }: ClusterOptions): Promise<Cluster> {
  try {
    const runAs = await whoRunsPostgres(home.data);
    const binaries = await findBinaries(home.path);
    await ensureCluster(home, binaries, runAs);
    const orphan = await findRunningPostmaster(home.data);
    const socketDirectory = orphan?.socketDirectory ?? (await chooseSocketDirectory(home));
    const launch: Launch = { home, binaries, runAs, settings, socketDirectory };
    const { url, adminUrl } = await prepareUrls(await ensureRunning(launch));
    const supervision = await supervise(launch, adminUrl, onEvent);
    const stop = async () => {
      await supervision.stop();
      await stopPostgres(home);
      lock.release();
    };
    return { url, adminUrl, stop };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function prepareUrls({ socketDirectory }: Postmaster) {
  const adminUrl = socketUrl(socketDirectory, 'postgres', 'postgres');
  return { adminUrl, url: await ensureOwner(adminUrl) };
}

const role = 'spotter';

/** Unlike postgres it is no superuser, so row-level security applies to it. */
async function ensureOwner(adminUrl: string): Promise<string> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const roles = await client.query('select 1 from pg_roles where rolname = $1', [role]);
    if (roles.rowCount === 0) await client.query(`create role ${role} login createrole`);
    const databases = await client.query('select 1 from pg_database where datname = $1', [role]);
    if (databases.rowCount === 0) await client.query(`create database ${role} owner ${role}`);
  } finally {
    await client.end();
  }
  return siblingUrl(adminUrl, role, role);
}
