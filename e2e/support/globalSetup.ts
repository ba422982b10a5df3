import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSpotter } from '#tests/support/spotterProcess.ts';

/** Builds what changed and starts Spotter as it ships, with demo data, on a directory of its own. */
export default async function globalSetup() {
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
  const dataDirectory = await mkdtemp(join(tmpdir(), 'spotter-e2e-'));
  const port = process.env.SPOTTER_E2E_PORT ?? '';
  const spotter = await startSpotter({ env: { DATA_DIR: dataDirectory, PORT: port, NODE_ENV: 'production' } });
  return async () => {
    await spotter.end('SIGTERM');
    await rm(dataDirectory, { recursive: true, force: true });
  };
}
