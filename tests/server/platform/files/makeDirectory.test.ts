import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeDirectory } from '#server/platform/files/makeDirectory.ts';
import { temporaryDirectory } from '#tests/support/temporary.ts';

test('a directory is made with those above it, and may be there', async () => {
  const path = join(await temporaryDirectory(), 'a', 'b');
  await makeDirectory(path, 0o700);
  await makeDirectory(path, 0o700);
  expect((await stat(path)).mode & 0o777).toBe(0o700);
});

test('a file in its place is an error', async () => {
  const path = join(await temporaryDirectory(), 'file');
  await writeFile(path, '');
  await expect(makeDirectory(path)).rejects.toThrow('EEXIST: file already exists');
});
