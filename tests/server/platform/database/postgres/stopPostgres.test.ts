import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { stopPostgres } from '#server/platform/database/postgres/postgres.ts';
import { temporaryDirectory } from '#tests/support/temporary.ts';

const deaf = `
for (const signal of ['SIGINT', 'SIGQUIT']) process.on(signal, () => process.stdout.write(signal + ' '));
setInterval(() => undefined, 1000);
process.stdout.write('ready ')`;

test('a PostgreSQL that no signal stops does not keep Spotter from ending', async () => {
  const directory = await temporaryDirectory();
  const [data, run] = [join(directory, 'data'), join(directory, 'run')];
  for (const one of [data, run]) await mkdir(one);
  const child = spawn(process.execPath, ['--eval', deaf], { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  let heard = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (heard += text));
  await once(child.stdout, 'data');
  const server = createServer().listen(join(run, '.s.PGSQL.5432'));
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  await writeFile(join(data, 'postmaster.pid'), [child.pid, data, 0, 5432, run].join('\n'));
  await stopPostgres({ data }, 100, 100);
  expect(heard).toBe('ready SIGINT SIGQUIT ');
});
