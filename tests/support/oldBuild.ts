import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';

/**
 * Builds the server of an earlier commit, with the packages of that time, in `.cache/builds/<commit>`, and returns its entry.
 * The commit comes from this checkout's own history, which must therefore be complete.
 */
export async function oldBuild(commit: string): Promise<string> {
  const directory = resolve('.cache/builds', commit);
  const main = join(directory, 'dist/server/main.js');
  if (existsSync(main)) return main;
  const source = sourceOf(commit);
  await mkdir(directory, { recursive: true });
  execFileSync('tar', ['-x', '-C', directory], { input: source });
  const at = { cwd: directory, stdio: 'inherit', env: { ...process.env, NODE_ENV: undefined } } as const;
  // Not `npm ci`: the first lock files lack packages of other platforms, which newer npm versions refuse.
  execFileSync('npm', ['install', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], at);
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--config', 'vite.server.config.ts', '--logLevel', 'warn'], at);
  return main;
}

function sourceOf(commit: string): Buffer {
  try {
    return execFileSync('git', ['archive', commit], { maxBuffer: 256 * 2 ** 20, stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    throw new Error(`This checkout's history has no commit ${commit}, of which the upgrade is tried: run "git fetch --unshallow"`, { cause: error });
  }
}
