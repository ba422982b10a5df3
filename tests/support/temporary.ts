import { execFileSync } from 'node:child_process';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';

/** Returns a new private directory that is removed when the test has finished. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await realpath(await mkdtemp(join(tmpdir(), 'spotter-test-')));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

/** Returns a new DATA_DIR that saves the test the seconds of `initdb` and of the migrations. */
export async function preparedDataDirectory(): Promise<string> {
  const directory = await temporaryDirectory();
  execFileSync('cp', ['-a', `${inject('preparedDataDirectory')}/.`, directory]);
  return directory;
}
