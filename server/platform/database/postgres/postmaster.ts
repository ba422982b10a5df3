import { readdir, readFile, readlink, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';

export interface Postmaster {
  readonly pid: number;
  readonly socketDirectory: string;
}

/** Higher than any kernel's largest pid, so no process can have it. */
const impossiblePid = '2147483647';

export async function findRunningPostmaster(data: string): Promise<Postmaster | undefined> {
  const lines = await readPidFile(data);
  const [pid, socketDirectory] = [Number(lines?.[0]), lines?.[4]];
  return pid > 0 && socketDirectory && (await isResponding(socketDirectory)) ? { pid, socketDirectory } : undefined;
}

/**
 * PostgreSQL trusts its pid file when any process has that pid. After a reboot or in a container that is often another
 * program. Then the pid is replaced and the rest kept: from it PostgreSQL sees whether child processes of an earlier run
 * still use its shared memory.
 */
export async function disownRecycledPid(data: string): Promise<void> {
  const lines = await readPidFile(data);
  const pid = Number(lines?.[0]);
  if (!lines || !(pid > 0) || !isAlive(pid) || (await worksIn(pid, data))) return;
  await writeFile(join(data, 'postmaster.pid'), [impossiblePid, ...lines.slice(1)].join('\n'));
}

/**
 * Kills what a killed PostgreSQL left behind. A process that runs a long statement does not notice that its postmaster is gone, and
 * no other can start meanwhile. Does nothing while a postmaster runs.
 */
export async function endOrphans(data: string): Promise<void> {
  const pid = Number((await readPidFile(data))?.[0]);
  if (process.platform !== 'linux' || (pid > 0 && isAlive(pid) && (await worksIn(pid, data)))) return;
  const pids = (await readdir('/proc')).map(Number).filter((each) => each > 0);
  const orphans = await Promise.all(pids.map(async (each) => ((await isPostgresIn(each, data)) ? [each] : [])));
  for (const orphan of orphans.flat()) {
    try {
      process.kill(orphan, 'SIGKILL');
    } catch {
      // It has just ended.
    }
  }
}

const isPostgresIn = async (pid: number, data: string): Promise<boolean> => {
  const directory = await readlink(`/proc/${pid}/cwd`).catch(() => '');
  return directory === data && (await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '')).trim() === 'postgres';
};

/** A clean stop removes it last. */
export const hasPidFile = async (data: string) => (await readPidFile(data)) !== undefined;

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const readPidFile = (data: string) =>
  readFile(join(data, 'postmaster.pid'), 'utf8').then(
    (text) => text.split('\n'),
    () => undefined,
  );

/** A postmaster's working directory is its data directory. When that cannot be read, the pid is assumed to be right. */
const worksIn = (pid: number, data: string) =>
  readlink(`/proc/${pid}/cwd`).then(
    (directory) => directory === data,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT' || process.platform !== 'linux',
  );

const isResponding = (socketDirectory: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(join(socketDirectory, '.s.PGSQL.5432'));
    const settle = (response: boolean) => {
      socket.destroy();
      resolve(response);
    };
    socket.once('connect', () => settle(true)).once('error', () => settle(false));
  });
