import { randomBytes } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest';
import { commands } from '#server/cli/commands.ts';
import { readConfig } from '#server/config.ts';
import { siblingUrl } from '#server/platform/database/urls.ts';
import { asAdmin } from '#tests/support/database.ts';
import { temporaryDirectory } from '#tests/support/temporary.ts';

beforeAll(() => void vi.spyOn(console, 'log').mockImplementation(() => {}));
afterAll(() => void vi.restoreAllMocks());

const named = (name: string) => {
  const command = commands.find(({ use }) => use.split(' ')[0] === name);
  if (!command) throw new Error(`No command ${name}`);
  return command;
};
const ada = ['--email', 'ada@gym.test', '--first-name', 'Ada', '--last-name', 'Park'];

/** The commands that need an existing database, with valid arguments. */
const needing = [
  ['backup', ['backups/monday']],
  ['renew', []],
  ['verify-ledger', []],
  ['verify-signature', ['backups/signed.pdf']],
  ['disable-demo', []],
  ['reset-second-factor', ['--email', 'ada@gym.test']],
  ['create-admin', [...ada, '--company-id', '01900000-0000-7000-8000-000000000000']],
] as const;

test('every other command checks a backup, restores one, or may be the first to use a database', () => {
  const names = commands.map(({ use }) => use.split(' ')[0]);
  expect(names.filter((name) => !needing.some(([needs]) => needs === name))).toEqual([
    'migrate',
    'demo',
    'verify-backup',
    'restore',
    'import-company',
  ]);
});

const absolute = (directory: string, args: readonly string[]) =>
  args.map((text) => (text.startsWith('backups/') ? join(directory, text) : text));

test.each(needing)('%s refuses a DATA_DIR without a database, and creates nothing', async (name, args) => {
  const directory = await temporaryDirectory();
  const run = named(name).run(readConfig({ DATA_DIR: join(directory, 'data') }), absolute(directory, args));
  await expect(run).rejects.toThrow(
    `There is no database of Spotter in ${directory}/data: give DATA_DIR or DATABASE_URL as the server has it`,
  );
  expect(await readdir(directory)).toEqual([]);
});

test.each(needing)('%s refuses a DATABASE_URL without Spotter’s tables, and creates nothing', async (name, args) => {
  const [directory, database] = [await temporaryDirectory(), `other_${randomBytes(6).toString('hex')}`];
  await asAdmin(`create database ${database} owner spotter`);
  onTestFinished(() => asAdmin(`drop database ${database} with (force)`));
  const url = siblingUrl(inject('adminUrl'), database, 'spotter');
  const config = readConfig({
    DATABASE_URL: url,
    APP_SECRET: 'a secret of thirty-two characters',
    DATA_DIR: directory,
  });
  await expect(named(name).run(config, absolute(directory, args))).rejects.toThrow(
    'There is no database of Spotter in DATABASE_URL',
  );
  expect(await readdir(directory)).toEqual([]);
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(`select from pg_class where relnamespace = 'public'::regnamespace`);
  await client.end();
  expect(rows).toEqual([]);
});

test('a secret that the server was given by a variable is not replaced by a new one', async () => {
  const directory = await temporaryDirectory();
  await mkdir(join(directory, 'postgres/data'), { recursive: true });
  await writeFile(join(directory, 'postgres/data/PG_VERSION'), '18');
  await expect(named('backup').run(readConfig({ DATA_DIR: directory }), [join(directory, 'monday')])).rejects.toThrow(
    `${directory} holds no secret: give APP_SECRET as the server has it`,
  );
  expect(await readdir(directory)).toEqual(['postgres']);
});
