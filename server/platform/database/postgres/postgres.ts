import { spawn } from 'node:child_process';
import { openSync, closeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { socketUrl } from '../urls.ts';
import { StartupError } from '#server/platform/explainError.ts';
import type { Binaries } from './binaries.ts';
import { type Home, makeSocketDirectory } from './home.ts';
import { explainStop } from './lastWords.ts';
import {
  disownRecycledPid,
  endOrphans,
  hasPidFile,
  isAlive,
  type Postmaster,
  findRunningPostmaster,
} from './postmaster.ts';
import type { RunAs } from './runAs.ts';
import { asArguments, type PostgresSettings } from './settings.ts';

export interface Launch {
  readonly home: Home;
  readonly binaries: Binaries;
  readonly runAs: RunAs;
  readonly settings: PostgresSettings;
  readonly socketDirectory: string;
}

/** Child processes of a killed PostgreSQL need a moment to exit. Recovery after a crash may take minutes. */
const attemptsFor = 15_000;
const recoveryFor = 300_000;
/** A shutdown writes what is only in memory, which takes a slow disk a while. A server that ends has no longer. */
const shutdownFor = 45_000;
/** It ends its processes within five seconds after SIGQUIT, unless a disk that does not answer holds one. */
const quitFor = 10_000;
/** A shutdown that a start meets may never end, if it began while PostgreSQL recovered from a crash. */
const metShutdownFor = 15_000;

export async function ensureRunning(launch: Launch): Promise<Postmaster> {
  const deadline = Date.now() + attemptsFor;
  for (;;) {
    const postmaster = (await findRunningPostmaster(launch.home.data)) ?? (await start(launch));
    const state = postmaster && (await waitUntilReady(postmaster));
    if (postmaster && state === ready) return postmaster;
    if (Date.now() > deadline) throw new StartupError(`PostgreSQL did not start: ${await explainStop(launch.home)}`);
    if (state === shuttingDown) await stopPostgres(launch.home, metShutdownFor);
    else await sleep(100);
  }
}

/**
 * If it does not stop in time, it stops as after a power cut: nothing is lost, and the next start recovers. One that does not even do
 * that is left to the next start, which takes it over.
 */
export async function stopPostgres(
  { data }: Pick<Home, 'data'>,
  patienceMs = shutdownFor,
  quitMs = quitFor,
): Promise<void> {
  const postmaster = await findRunningPostmaster(data);
  if (!postmaster) return;
  const isRunning = async () => (await hasPidFile(data)) && isAlive(postmaster.pid);
  for (const [signal, waitMs] of [
    ['SIGINT', patienceMs],
    ['SIGQUIT', quitMs],
  ] as const) {
    const deadline = Date.now() + waitMs;
    if (await isRunning()) process.kill(postmaster.pid, signal);
    while ((await isRunning()) && Date.now() < deadline) await sleep(20);
  }
}

/** Starts PostgreSQL in its own session, so that Ctrl-C in the terminal reaches only Spotter. */
async function start({ home, binaries, runAs, settings, socketDirectory }: Launch): Promise<Postmaster | undefined> {
  await endOrphans(home.data);
  await disownRecycledPid(home.data);
  await makeSocketDirectory(socketDirectory, runAs);
  const log = openSync(home.log, 'w', 0o600);
  const args = [binaries.postgres, '-D', home.data, ...asArguments(settings, socketDirectory)];
  const [command = '', ...rest] = [...runAs.prefix, ...args];
  const child = spawn(command, rest, { cwd: '/', env: binaries.env, detached: true, stdio: ['ignore', log, log] });
  closeSync(log);
  child.unref();
  // A command that cannot be started ends with an exit code too. The event only needs a listener.
  child.once('error', () => {});
  while (child.exitCode === null && child.signalCode === null) {
    const postmaster = await findRunningPostmaster(home.data);
    if (postmaster) return postmaster;
    await sleep(20);
  }
  return undefined;
}

/** PostgreSQL listens before it has recovered. Until then it answers that it is starting up. */
async function waitUntilReady({ pid, socketDirectory }: Postmaster): Promise<string> {
  const deadline = Date.now() + recoveryFor;
  while (isAlive(pid) && Date.now() < deadline) {
    const response = await ask(socketUrl(socketDirectory, 'postgres', 'postgres'));
    if (response !== cannotConnectNow) return response;
    await sleep(50);
  }
  return cannotConnectNow;
}

async function ask(connectionString: string): Promise<string> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    return ready;
  } catch (error) {
    if (!(error instanceof DatabaseError)) return '';
    return error.message.includes(shuttingDown) ? shuttingDown : (error.code ?? '');
  } finally {
    await client.end();
  }
}

const ready = 'ready';
const cannotConnectNow = '57P03';
/** The end of its message: the code is the same. */
const shuttingDown = 'is shutting down';
