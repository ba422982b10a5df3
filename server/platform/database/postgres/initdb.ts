import { execFile } from 'node:child_process';
import { chown, mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StartupError } from '#server/platform/explainError.ts';
import type { Binaries } from './binaries.ts';
import type { Home } from './home.ts';
import { explainStop } from './lastWords.ts';
import type { RunAs } from './runAs.ts';

const run = promisify(execFile);

/** Creates the cluster if there is none. Refuses a cluster of another major version or of another user. */
export async function ensureCluster(home: Home, binaries: Binaries, runAs: RunAs): Promise<void> {
  const version = await readFile(join(home.data, 'PG_VERSION'), 'utf8').catch(() => undefined);
  if (version === undefined) return makeCluster(home, binaries, runAs);
  if (version.trim() !== binaries.major) {
    throw new StartupError(
      `The database in ${home.data} is of PostgreSQL ${version.trim()}, this Spotter brings ${binaries.major}: back it up with the Spotter that made it and restore it with this one`,
    );
  }
  await changeOwner(home.data, runAs);
}

/** Makes it under another name first, so that an interrupted initdb leaves nothing that looks like a cluster. */
async function makeCluster(home: Home, { initdb, env }: Binaries, runAs: RunAs): Promise<void> {
  const fresh = `${home.data}.new`;
  await rm(fresh, { recursive: true, force: true });
  await mkdir(fresh, { mode: 0o700 });
  if (runAs.owner) await chown(fresh, runAs.owner.uid, runAs.owner.gid);
  const [command = '', ...args] = [...runAs.prefix, initdb, '-D', fresh, '-U', 'postgres', '-E', 'UTF8'];
  const options = ['--locale=C', '--auth=trust', '--no-instructions'];
  await run(command, [...args, ...options], { env, cwd: '/' }).catch(async (error: Error & { stderr: string }) => {
    const reason = await explainStop(home, error.stderr || error.message);
    throw new StartupError(`PostgreSQL could not make its database: ${reason}`, { cause: error });
  });
  await rename(fresh, home.data);
}

/** Root may have started it as another user the last time. Then the files change their owner once. */
async function changeOwner(data: string, { owner }: RunAs): Promise<void> {
  const { uid } = await stat(data);
  if (owner && owner.uid !== uid) await run('chown', ['-R', `${owner.uid}:${owner.gid}`, data]);
}
