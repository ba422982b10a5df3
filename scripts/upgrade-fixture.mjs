import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Backs up the demo's rows as this version stores them to `tests/support/backups/<version>.tar`, from which the upgrade trial starts. */
const { version } = JSON.parse(await readFile('package.json', 'utf8'));
const directory = await mkdtemp(join(tmpdir(), 'spotter-upgrade-'));
const env = {
  PATH: process.env.PATH,
  DATA_DIR: join(directory, 'data'),
  APP_SECRET: 'one secret for both versions, 40 letters',
};
const spotter = (...args) =>
  execFileSync(process.execPath, ['scripts/spotter.mjs', ...args], { env, stdio: 'inherit' });
try {
  spotter('demo');
  spotter('backup', join(directory, version), '--without-files');
  await mkdir('tests/support/backups', { recursive: true });
  execFileSync('tar', [
    '--create',
    '--file',
    `tests/support/backups/${version}.tar`,
    '--directory',
    directory,
    version,
  ]);
} finally {
  await rm(directory, { recursive: true, force: true });
}
