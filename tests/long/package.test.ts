import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { version } from '#domain/shared/version.ts';
import { temporaryDirectory } from '#tests/support/temporary.ts';

const cpu = process.arch;
const port = '4391';

test('the package runs in an empty directory, with nothing on the PATH and no variables but its own', async () => {
  execFileSync(process.execPath, ['scripts/package.mjs', cpu], { stdio: 'inherit' });
  const parent = await temporaryDirectory();
  execFileSync('tar', ['--extract', '--file', `dist/spotter-${version}-linux-${cpu}.tar.gz`, '--directory', parent]);
  const spotter = join(parent, `spotter-${version}-linux-${cpu}`, 'spotter');
  const cwd = join(parent, 'empty');
  await mkdir(cwd);
  const run = (...args: string[]) => execFileSync(spotter, args, { cwd, env: {}, encoding: 'utf8' });
  expect(run('--version')).toBe(`${version}\n`);

  const server = spawn(spotter, { cwd, env: { PORT: port }, stdio: 'inherit' });
  onTestFinished(() => void server.kill('SIGKILL'));
  await vi.waitFor(async () => expect((await fetch(`http://127.0.0.1:${port}/api/ready`)).status).toBe(200), 60_000);
  expect(await (await fetch(`http://127.0.0.1:${port}/login`)).text()).toContain('<div id="root">');
  expect(run('backup', join(parent, 'backup'))).toContain('Backed up to');
  expect(await readdir(cwd)).toEqual(['data']);
  server.kill('SIGTERM');
  expect(await once(server, 'exit')).toEqual([0, null]);
}, 600_000);
