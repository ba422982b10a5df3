import { chown, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDirectory } from '#server/platform/files/makeDirectory.ts';
import type { RunAs } from './runAs.ts';

/** A socket's path may have 107 bytes on Linux and 103 on macOS, including its name and that of the lock file. */
const longestDirectory = 103 - '/.s.PGSQL.5432.lock'.length;

export interface Home {
  readonly path: string;
  readonly data: string;
  readonly lock: string;
  readonly log: string;
}

export async function makeHome(dataDirectory: string): Promise<Home> {
  await makeDirectory(dataDirectory, 0o700);
  const path = join(await realpath(dataDirectory), 'postgres');
  await mkdir(path, { recursive: true, mode: 0o700 });
  return { path, data: join(path, 'data'), lock: join(path, 'lock'), log: join(path, 'start.log') };
}

/** The directory of the socket: beside the data, or a new private directory when that path would be too long. */
export async function chooseSocketDirectory({ path }: Home): Promise<string> {
  const near = join(path, 'run');
  return Buffer.byteLength(near) <= longestDirectory ? near : join(await mkdtemp(join(tmpdir(), 'spotter-')), 'run');
}

/** Creates the socket's directory again: PostgreSQL would trust a stale lock file whose pid another process has by now. */
export async function makeSocketDirectory(directory: string, { owner }: RunAs): Promise<void> {
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true, mode: 0o700 });
  if (owner) await chown(directory, owner.uid, owner.gid);
}
