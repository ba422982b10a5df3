import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileStore } from '#door-controller/store.ts';
import { temporaryDirectory } from '#tests/support/temporary.ts';

const empty = { unreported: [] as string[] };

test('a disk that takes nothing keeps nobody outside: the state stays in memory and is written with the next change', async () => {
  const directory = join(await temporaryDirectory(), 'card');
  const said: unknown[] = [];
  const store = fileStore(join(directory, 'state.json'), empty, (error) => void said.push(error));
  store.write({ unreported: ['first'] });
  expect([store.read().unreported, said]).toEqual([['first'], [expect.objectContaining({ code: 'ENOENT' })]]);
  await mkdir(directory);
  store.write({ unreported: ['first', 'second'] });
  expect(fileStore(join(directory, 'state.json'), empty, () => expect.unreachable()).read().unreported).toEqual([
    'first',
    'second',
  ]);
});

test('a file that cannot be read is set aside, and the door starts without it', async () => {
  const path = join(await temporaryDirectory(), 'state.json');
  await writeFile(path, '{"unreported":[{"key"');
  const said: unknown[] = [];
  const store = fileStore(path, empty, (error) => void said.push(error));
  expect(store.read()).toEqual(empty);
  expect(said).toEqual([expect.stringContaining(`${path} could not be read and is now ${path}.broken`)]);
  expect(await readFile(`${path}.broken`, 'utf8')).toBe('{"unreported":[{"key"');
});
