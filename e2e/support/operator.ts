import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../../dist/server/cli.js', import.meta.url));

/** Runs one of the operator's commands beside the server under test, and returns its output. */
export function operate(...args: string[]): string {
  const env = JSON.parse(process.env.SPOTTER_E2E_ENV ?? '{}') as Record<string, string>;
  return execFileSync(process.execPath, [cli, ...args], { env: { PATH: process.env.PATH, ...env }, encoding: 'utf8' });
}
