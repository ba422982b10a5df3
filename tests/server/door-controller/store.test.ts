import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { fileStore } from '#door-controller/store.ts';
import { temporaryDirectory } from '#tests/support/temporary.ts';

const empty = { unreported: [] as string[] };

test('a disk that takes nothing keeps nobody outside: the state stays in memory and is written with the next change', async () => {
  const directory = join(await temporaryDirectory(), 'card');
  const said: unknown[] = [];
  const store = fileStore(join(directory, 'state.json'), empty, (error) => void said.push(error));
  expect(store.write({ unreported: ['first'] })).toBe(false);
  expect([store.read().unreported, said]).toEqual([['first'], [expect.objectContaining({ code: 'ENOENT' })]]);
  await mkdir(directory);
  expect(store.write({ unreported: ['first', 'second'] })).toBe(true);
  expect(fileStore(join(directory, 'state.json'), empty, () => expect.unreachable()).read().unreported).toEqual([
    'first',
    'second',
  ]);
});

test('a disk that fills up within a file leaves the old one', async () => {
  const path = join(await temporaryDirectory(), 'state.json');
  expect(fileStore(path, empty, () => expect.unreachable()).write({ unreported: ['first'] })).toBe(true);
  // 2,048 bytes of the 5,000 are written, then there is no room.
  const script = `
    const { fileStore } = await import('#door-controller/store.ts');
    const store = fileStore(process.argv[1], {}, (error) => process.stderr.write(error.code));
    store.write({ unreported: ['x'.repeat(5_000)] });`;
  const run = ['-c', 'ulimit -f 2; exec "$@"', '-', process.execPath, '--input-type=module', '-e', script, path];
  expect((await promisify(execFile)('bash', run)).stderr).toBe('EFBIG');
  expect(await readFile(path, 'utf8')).toBe('{"unreported":["first"]}');
});

test('a file that cannot be read is set aside, and the door starts without it', async () => {
  const path = join(await temporaryDirectory(), 'state.json');
  await writeFile(path, '{"unreported":[{"key"');
  const said: unknown[] = [];
  const store = fileStore(path, empty, (error) => void said.push(error));
  expect(store.read()).toEqual(empty);
  expect(said).toEqual([
    expect.stringContaining(`${path} could not be read: check-ins may be lost, and the door is no longer locked`),
    `It is now ${path}.broken`,
  ]);
  expect(await readFile(`${path}.broken`, 'utf8')).toBe('{"unreported":[{"key"');
});

test('a broken file on a disk that takes nothing does not stop the door', async () => {
  const path = join(await temporaryDirectory(), 'state.json');
  await writeFile(path, '{');
  await mkdir(join(`${path}.broken`, 'full'), { recursive: true });
  const said: unknown[] = [];
  expect(fileStore(path, empty, (error) => void said.push(error)).read()).toEqual(empty);
  expect(said).toEqual([expect.stringContaining('could not be read'), expect.objectContaining({ code: 'EISDIR' })]);
});
