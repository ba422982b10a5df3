import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const module = new URL('../../scripts/lib/inputs.mjs', import.meta.url).href;

test('the hash of more files than a process may have open', async () => {
  const code = `const { hashOf } = await import('${module}'); process.stdout.write(await hashOf(['domain', 'server']));`;
  const args = ['-c', 'ulimit -n 64 && exec "$0" "$@"', process.execPath, '--input-type=module', '--eval', code];
  const { stdout } = await promisify(execFile)('sh', args);
  expect(stdout).toMatch(/^[0-9a-f]{64}$/);
});
