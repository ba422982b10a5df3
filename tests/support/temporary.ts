import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Gives a new private directory that is gone when the test has finished. */
export async function temporaryDirectory(): Promise<string> {
  const directory = await realpath(await mkdtemp(join(tmpdir(), 'spotter-test-')));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}
