import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { findConfigWarnings } from '#server/startWarnings.ts';
import { diskStore } from '#server/platform/files/diskStore.ts';
import { s3Store } from '#server/platform/files/s3Store.ts';
import { siblingUrl } from '#server/platform/database/urls.ts';
import { createServices } from '#server/services.ts';
import { StartupError } from '#server/platform/explainError.ts';
import { asAdmin } from '#tests/support/database.ts';

const appSecret = 'a secret of at least 32 characters!';
const printed: string[] = [];

/** Why Spotter does not start: one line, or the error that would be a stack trace. */
async function readFault(env: Record<string, string>): Promise<unknown> {
  const print = (line: string) => void printed.push(line);
  try {
    const services = await createServices(
      readConfig({ DATA_DIR: await mkdtemp(join(tmpdir(), 'spotter-fault-')), APP_SECRET: appSecret, ...env }),
      { as: 'server', print, onEvent: print },
    );
    await services.close();
    return 'It starts';
  } catch (error) {
    return error instanceof StartupError && !error.message.includes('\n') ? error.message : error;
  }
}

/** A database of its own, with what the statement says after its name; its user has a password and no rights of its own. */
async function databaseWith(name: string, options: string, role = ''): Promise<string> {
  await asAdmin(`create role ${name}_user login password 'right' ${role}`);
  await asAdmin(`create database ${name} owner ${name}_user ${options}`);
  onTestFinished(async () => {
    await asAdmin(`drop database ${name} with (force)`);
    await asAdmin(`drop role ${name}_user`);
  });
  return siblingUrl(inject('adminUrl'), name, `${name}_user`);
}

test('a DATA_DIR that cannot be written stops the start with one line that names it', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'spotter-fault-')), 'a-file');
  await writeFile(file, '');
  const directory = join(file, 'data');
  expect(await readFault({ DATA_DIR: directory })).toBe(
    `DATA_DIR ${directory} cannot be written (ENOTDIR): give it to the user that runs Spotter, or choose another DATA_DIR`,
  );
});

test.runIf(process.platform === 'linux')('so does one that nobody can make', async () => {
  const fault = /^DATA_DIR \/proc\/x\/data cannot be written \((ENOENT|EACCES)\)/;
  expect(await readFault({ DATA_DIR: '/proc/x/data' })).toMatch(fault);
});

test('a missing database stops the start at once with one line', async () => {
  const before = Date.now();
  expect(await readFault({ DATABASE_URL: siblingUrl(inject('adminUrl'), 'not_there') })).toBe(
    'DATABASE_URL: database "not_there" does not exist. Create the database, or correct its name.',
  );
  expect(Date.now() - before).toBeLessThan(20_000);
});

test('a user that PostgreSQL does not let in stops the start at once with one line', async () => {
  const url = siblingUrl(inject('adminUrl'), 'spotter', 'nobody_at_all');
  expect(await readFault({ DATABASE_URL: url })).toMatch(/^DATABASE_URL: .*nobody_at_all.*\. Correct the user/);
});

test('a database that is not in UTF8 stops the start with one line', async () => {
  const url = await databaseWith('ascii_gym', "template template0 encoding 'SQL_ASCII' locale 'C'");
  expect(await readFault({ DATABASE_URL: url })).toBe(
    "DATABASE_URL: the database is encoded in SQL_ASCII: create it with ENCODING 'UTF8' TEMPLATE template0",
  );
});

test('a user without the rights that the schema needs stops the start with one line', async () => {
  const url = await databaseWith('poor_gym', 'template template0');
  expect(await readFault({ DATABASE_URL: url })).toMatch(
    /^DATABASE_URL: its user lacks a right that the schema needs \(.+\): make it the owner of the database, with CREATEROLE$/,
  );
});

const s3 = {
  bucket: 'gym',
  region: 'us-east-1',
  endpoint: 'http://127.0.0.1:9',
  credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
};
const SMTP_URL = 'smtp://mail.gym.test';
const env = { DATABASE_URL: 'postgres://spotter@localhost/spotter', APP_SECRET: appSecret };

test('a file store that does not answer is named at the start', async () => {
  const [line, ...others] = await findConfigWarnings({ ...readConfig(env), s3 }, s3Store(s3));
  expect(line).toMatch(
    /^S3_ENDPOINT or S3_BUCKET: the file store does not answer \(.+\)\. .*Check the S3_ variables\.$/,
  );
  expect(others).toEqual([]);
});

test.each([
  [
    'https without a proxy',
    { PUBLIC_URL: 'https://gym.test', SMTP_URL },
    [expect.stringMatching(/^PUBLIC_URL is https, but TRUST_PROXY is off: .*Set TRUST_PROXY/)],
  ],
  ['https with one', { PUBLIC_URL: 'https://gym.test', TRUST_PROXY: '10.0.0.1', SMTP_URL }, []],
  ['http', {}, []],
  [
    'production without a mail server',
    { NODE_ENV: 'production' },
    [expect.stringMatching(/^SMTP_URL is not set: no email is sent\. .*Set SMTP_URL/)],
  ],
  ['production with one', { NODE_ENV: 'production', SMTP_URL }, []],
  [
    'a directory for backups that cannot be written',
    { BACKUP_DIR: '/dev/null/backups' },
    [expect.stringMatching(/^BACKUP_DIR cannot be written \(ENOTDIR.*\)\. No backup is made/)],
  ],
])(
  '%s: the start warns where everyone would share one address, nobody gets an email, or no backup is made',
  async (_case, change, lines) => {
    expect(await findConfigWarnings(readConfig({ ...env, ...change }), diskStore('/nowhere'))).toEqual(lines);
  },
);
