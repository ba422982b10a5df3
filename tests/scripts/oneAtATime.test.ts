import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '#tests/support/temporary.ts';
import { oneAtATime } from '../../scripts/lib/oneAtATime.mjs';

const module = new URL('../../scripts/lib/oneAtATime.mjs', import.meta.url).href;
const inProcess = async (file: string, work: string) => {
  const code = `const { oneAtATime } = await import('${module}'); const fs = await import('node:fs'); await oneAtATime('${file}', async () => { ${work} });`;
  return (await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code])).stdout;
};

test('concurrent processes that install or build wait for each other', async () => {
  const directory = await temporaryDirectory();
  const [file, log] = [join(directory, 'new/lock'), join(directory, 'log')];
  const work = `fs.appendFileSync('${log}', 'in '); await new Promise((done) => setTimeout(done, 300)); fs.appendFileSync('${log}', 'out ');`;
  const printed = await Promise.all([1, 2, 3].map(() => inProcess(file, work)));
  expect(await readFile(log, 'utf8')).toBe('in out in out in out ');
  expect(printed.join('')).toMatch(/^Waiting for process \d+, /);
});

test('a killed process does not block others', async () => {
  const file = join(await temporaryDirectory(), 'lock');
  const child = spawn(process.execPath, ['--eval', '']);
  await once(child, 'exit');
  await writeFile(file, String(child.pid));
  expect(await oneAtATime(file, () => Promise.resolve('built'))).toBe('built');
});

test('a lock names its process from the moment it is seen', async () => {
  const file = join(await temporaryDirectory(), 'lock');
  const seen = new Set<string>();
  const look = setInterval(() => {
    try {
      seen.add(readFileSync(file, 'utf8'));
    } catch {
      // There is none at this moment.
    }
  });
  for (let times = 0; times < 200; times++) await oneAtATime(file, () => setTimeout(2));
  clearInterval(look);
  expect([...seen]).toEqual([String(process.pid)]);
});

test('an empty lock file does not block', async () => {
  const file = join(await temporaryDirectory(), 'lock');
  await writeFile(file, '');
  expect(await oneAtATime(file, () => Promise.resolve('built'))).toBe('built');
});

test('a failure lets the next one in', async () => {
  const file = join(await temporaryDirectory(), 'lock');
  await expect(oneAtATime(file, () => Promise.reject(new Error('no compiler')))).rejects.toThrow('no compiler');
  expect(await oneAtATime(file, () => Promise.resolve('built'))).toBe('built');
});
