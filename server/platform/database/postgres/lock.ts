import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, ftruncateSync, openSync, readFileSync, writeSync, constants } from 'node:fs';
import { StartupError } from '#server/platform/explainError.ts';

/** macOS can lock while opening. The numbers are Darwin's O_EXLOCK and O_NONBLOCK. */
const darwinExclusive = 0x20 | 0x4;

export interface Lock {
  release(): void;
}

/**
 * Takes the lock of a data directory, or returns undefined while another live process has it. The kernel ties the lock to
 * the open file and releases it however the holder dies, so neither a stale file nor a reused pid can block it.
 */
export async function tryLock(path: string): Promise<Lock | undefined> {
  const fd = open(path);
  if (fd === undefined) return undefined;
  if (process.platform !== 'darwin' && !(await flock(fd))) {
    closeSync(fd);
    return undefined;
  }
  ftruncateSync(fd);
  writeSync(fd, `${process.pid}\n`, 0);
  return { release: () => closeSync(fd) };
}

export const lockHolder = (path: string): string => readFileSync(path, 'utf8').trim() || 'unknown';

function open(path: string): number | undefined {
  const flags = constants.O_RDWR | constants.O_CREAT | (process.platform === 'darwin' ? darwinExclusive : 0);
  try {
    return openSync(path, flags, 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return undefined;
    throw error;
  }
}

/** flock(1) locks the open file that it inherits, which stays locked after flock has ended. */
async function flock(fd: number): Promise<boolean> {
  const child = spawn('flock', ['-n', '3'], { stdio: ['ignore', 'ignore', 'ignore', fd] });
  const [code] = await once(child, 'exit').catch(() => {
    throw new StartupError('The program flock (package util-linux) is needed to guard DATA_DIR: install it');
  });
  return code === 0;
}
