import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/**
 * Builds the server as it was at a commit, with the packages of then, in `.cache/builds/<commit>`, and gives its entry.
 * The commit comes out of this checkout's own history, which therefore must be whole.
 */
export async function oldBuild(commit: string): Promise<string> {
  const directory = resolve('.cache/builds', commit);
  const main = join(directory, 'dist/server/main.js');
  if (existsSync(main)) return main;
  const source = sourceOf(commit);
  await mkdir(directory, { recursive: true });
  execFileSync('tar', ['-x', '-C', directory], { input: source });
  execFileSync(process.execPath, ['scripts/build.mjs', 'server'], { cwd: directory, stdio: 'inherit' });
  return main;
}

function sourceOf(commit: string): Buffer {
  try {
    return execFileSync('git', ['archive', commit], { maxBuffer: 256 * 2 ** 20, stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    throw new Error(`This checkout's history has no commit ${commit}, of which the upgrade is tried: run "git fetch --unshallow"`, { cause: error });
  }
}
