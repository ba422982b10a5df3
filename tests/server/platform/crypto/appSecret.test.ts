import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadOrCreateSecret } from '#server/platform/crypto/appSecret.ts';
import { temporaryDirectory } from '#tests/support/temporary.ts';

test('a secret is made once, readable by its owner only', async () => {
  const directory = await temporaryDirectory();
  const made = await loadOrCreateSecret(directory);
  expect(await loadOrCreateSecret(directory)).toBe(made);
  expect((await stat(join(directory, 'secret'))).mode & 0o777).toBe(0o600);
});

test('a secret that cannot be read is not replaced: the start names the file', async () => {
  const directory = await temporaryDirectory();
  const path = join(directory, 'secret');
  await mkdir(path);
  await expect(loadOrCreateSecret(directory)).rejects.toThrow(`${path} cannot be read (EISDIR)`);
  expect((await stat(path)).isDirectory()).toBe(true);
});

test('nor is an empty one', async () => {
  const directory = await temporaryDirectory();
  const path = join(directory, 'secret');
  await writeFile(path, '\n');
  await chmod(path, 0o600);
  await expect(loadOrCreateSecret(directory)).rejects.toThrow(`${path} is empty`);
  expect(await readFile(path, 'utf8')).toBe('\n');
});
