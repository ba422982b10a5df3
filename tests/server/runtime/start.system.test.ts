import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { startServer } from '#server/server.ts';
import { freshDatabase } from '#tests/support/database.ts';
import { freePort, spawnSpotter, startSpotter } from '#tests/support/spotterProcess.ts';
import { killedCheckins } from '#tests/support/trials/killedCheckins.ts';
import { preparedDataDirectory, temporaryDirectory } from '#tests/support/temporary.ts';

beforeAll(() => {
  execFileSync(process.execPath, ['scripts/build.mjs', 'server'], { stdio: 'inherit' });
});

const isRoot = process.geteuid?.() === 0;
const quiet = { DEMO_DATA: 'off' };

/** Starts the built server, which is stopped when the test ends. */
async function running(...[options]: Parameters<typeof startSpotter>) {
  const spotter = await startSpotter(options);
  onTestFinished(async () => void (await spotter.end('SIGTERM')));
  return spotter;
}

/** Starts the built server and returns its exit code and output. */
async function failing(env: Record<string, string>) {
  const { ended, output } = spawnSpotter({ env: { PORT: String(await freePort()), ...quiet, ...env } });
  return { code: await ended, output: output() };
}

const postmasterPid = async (dataDirectory: string) =>
  Number((await readFile(join(dataDirectory, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0]);

const ready = async (url: string) => (await fetch(`${url}/api/ready`)).status;

test('after kill -9 of Spotter the next start takes over its PostgreSQL, starts it again if it dies, and stops it last', async () => {
  const directory = await preparedDataDirectory();
  const first = await startSpotter({ env: { DATA_DIR: directory, ...quiet } });
  const left = await postmasterPid(directory);
  await first.end('SIGKILL');
  const spotter = await running({ env: { DATA_DIR: directory, ...quiet } });
  expect([await postmasterPid(directory), await ready(spotter.url)]).toEqual([left, 200]);
  process.kill(left, 'SIGKILL');
  await expect.poll(() => postmasterPid(directory).catch(() => left)).not.toBe(left);
  await expect.poll(() => ready(spotter.url)).toBe(200);
  expect(await spotter.end('SIGTERM')).toBe(0);
  expect(existsSync(join(directory, 'postgres/data/postmaster.pid'))).toBe(false);
});

test('a second Spotter on the same DATA_DIR, or on the same port, exits with one line and leaves no PostgreSQL, and the first goes on', async () => {
  const [directory, other] = [await preparedDataDirectory(), await preparedDataDirectory()];
  const first = await running({ env: { DATA_DIR: directory, ...quiet } });
  expect(await failing({ DATA_DIR: directory })).toEqual({
    code: 1,
    output: `Another Spotter (process ${first.pid}) is running on ${directory}: stop it first, or give this one a DATA_DIR of its own\n`,
  });
  expect(await failing({ DATA_DIR: other, PORT: new URL(first.url).port })).toEqual({
    code: 1,
    output: expect.stringMatching(
      /^PORT \d+ on 127\.0\.0\.1 is taken: stop what listens there, or choose another PORT\n$/,
    ),
  });
  expect(existsSync(join(other, 'postgres/data/postmaster.pid'))).toBe(false);
  expect(await ready(first.url)).toBe(200);
});

test('on SIGTERM, SIGINT and SIGHUP it stops the database that it started and exits with 0; its secret stays, and only its owner reads it', async () => {
  const directory = await preparedDataDirectory();
  const secrets = new Set<string>();
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    const spotter = await startSpotter({ env: { DATA_DIR: directory, ...quiet } });
    expect(await spotter.end(signal)).toBe(0);
    expect(spotter.output()).toContain(`Spotter got ${signal} and stops`);
    expect(existsSync(join(directory, 'postgres/data/postmaster.pid'))).toBe(false);
    secrets.add(await readFile(join(directory, 'secret'), 'utf8'));
  }
  expect([...secrets]).toEqual([expect.stringMatching(/^\S{32,}\s*$/)]);
  expect((await stat(join(directory, 'secret'))).mode & 0o777).toBe(0o600);
});

test('a bad variable stops the server with one line that names it', async () => {
  expect(await failing({ PORT: 'abc' })).toEqual({ code: 1, output: 'PORT must be a whole number from 1 to 65535\n' });
});

test.skipIf(!existsSync('/dev/full'))('a full disk under its log stops nothing', async () => {
  const prefix = ['sh', '-c', 'exec "$@" >/dev/full', 'sh'];
  const port = String(await freePort());
  const { child, ended } = spawnSpotter({
    env: { PORT: port, DATA_DIR: await preparedDataDirectory(), ...quiet },
    prefix,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const response = (path: string) =>
    fetch(`http://localhost:${port}/api/${path}`).then(
      ({ status }) => status,
      () => undefined,
    );
  await expect.poll(() => response('ready')).toBe(200);
  expect([await response('contacts'), await response('contacts'), await response('ready')]).toEqual([401, 401, 200]);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

test('two Spotters started together on the empty database of a DATABASE_URL both start, start no PostgreSQL, and load the demo once', async () => {
  const { url, database, drop } = await freshDatabase();
  onTestFinished(drop);
  const env = async () => ({
    DATA_DIR: await temporaryDirectory(),
    DATABASE_URL: url,
    APP_SECRET: 'a secret of thirty-two characters',
    DEMO_DATA: 'on',
  });
  const envs = [await env(), await env()];
  const both = await Promise.all(envs.map((one) => running({ env: one })));
  expect(envs.filter(({ DATA_DIR }) => existsSync(join(DATA_DIR, 'postgres')))).toEqual([]);
  expect(await Promise.all(both.map((spotter) => ready(spotter.url)))).toEqual([200, 200]);
  for (const spotter of both) expect(spotter.output()).toContain('Sign in with the password');
  // The invited and the disabled colleague have no password.
  const users = await database.unscoped
    .selectFrom('users')
    .select('password_hash')
    .where('password_hash', 'is not', null)
    .execute();
  expect(users).toHaveLength(5);
  for (const user of users) expect(user.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

test('kill -9 of Spotter in a stream of check-ins: nothing acknowledged is missing', () => killedCheckins(1), 120_000);

test('a start in production, without the demo or under https warns of accounts with the published password until they are disabled', async () => {
  const { url, drop } = await freshDatabase();
  onTestFinished(drop);
  const shared = {
    DATABASE_URL: url,
    APP_SECRET: 'a secret of thirty-two characters',
    DATA_DIR: await temporaryDirectory(),
  };
  /** Starts and stops the server within this process, and returns what it printed. */
  const once = async (env: Record<string, string>) => {
    const config = readConfig({ ...shared, PORT: String(await freePort()), ...env });
    const lines: string[] = [];
    const { firstSteps, stop } = await startServer(config, {
      print: (line) => void lines.push(line),
      signal: new AbortController().signal,
    });
    await stop();
    return [...lines, ...firstSteps].join('\n');
  };
  expect(await once({ DEMO_DATA: 'on' })).toContain('Sign in with the password');
  const warning = /WARNING: anybody can sign in[\s\S]*admin@demo\.test[\s\S]*disable-demo/;
  expect(await once({ NODE_ENV: 'production' })).toMatch(warning);
  expect(await once({ DEMO_DATA: 'off' })).toMatch(warning);
  expect(await once({ PUBLIC_URL: 'https://gym.test', DEMO_DATA: 'on' })).toMatch(warning);
  const printed = execFileSync(process.execPath, ['dist/server/cli.js', 'disable-demo'], {
    env: { PATH: process.env.PATH, ...shared },
    encoding: 'utf8',
  });
  expect(printed).toContain('admin@demo.test no longer has a password');
  expect(await once({ NODE_ENV: 'production' })).not.toContain('WARNING');
  expect(await once({ DEMO_DATA: 'on' })).not.toContain('demo-password');
});

test('a connection on which row-level security does not hold stops the start with one line and exit code 1', async () => {
  const { url, drop } = await freshDatabase();
  onTestFinished(drop);
  const owner = new Client({ connectionString: url });
  await owner.connect();
  await owner.query('alter table contacts disable row level security');
  await owner.end();
  expect(
    await failing({
      DATABASE_URL: url,
      APP_SECRET: 'a secret of thirty-two characters',
      DATA_DIR: await temporaryDirectory(),
    }),
  ).toEqual({
    code: 1,
    output: 'The database connection is not safe to use: row-level security is off on contacts\n',
  });
});

test('the server waits for the database of DATABASE_URL until a signal arrives', async () => {
  const env = {
    DATABASE_URL: `postgres://spotter@127.0.0.1:${await freePort()}/spotter`,
    APP_SECRET: 'a secret of thirty-two characters',
  };
  const { child, ended, output } = spawnSpotter({ env: { ...env, DATA_DIR: await temporaryDirectory() } });
  await expect.poll(() => output()).toMatch(/^DATABASE_URL: waiting for PostgreSQL \(.*ECONNREFUSED.*\)\n$/);
  expect(child.exitCode).toBe(null);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});

/** Keeps the right to read, since the checkout may be in a directory that only root may enter. */
const asNobody = isRoot
  ? 'setpriv --reuid 65534 --regid 65534 --clear-groups --inh-caps +dac_read_search --ambient-caps +dac_read_search --'.split(
      ' ',
    )
  : [];

test('runs as an ordinary user below a directory that everyone may read', async () => {
  const parent = await temporaryDirectory();
  await chmod(parent, 0o755);
  const directory = join(parent, 'data');
  await mkdir(directory);
  if (isRoot) await chown(directory, 65534, 65534);
  const spotter = await running({ env: { DATA_DIR: directory, ...quiet }, prefix: asNobody });
  expect(await ready(spotter.url)).toBe(200);
});

test('as root where no user namespace is allowed, PostgreSQL runs as nobody, and a later start under unshare takes the files back, though only their owner may enter', async () => {
  const parent = await temporaryDirectory();
  const directory = join(parent, 'data');
  await writeFile(join(parent, 'unshare'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  const env = { DATA_DIR: directory, ...quiet };
  const ownerOfData = async () => (await stat(join(directory, 'postgres/data'))).uid;
  const first = await startSpotter({ env: { ...env, PATH: `${parent}:${process.env.PATH}` } });
  expect(await ownerOfData()).toBe(isRoot ? 65534 : process.geteuid?.());
  await first.end('SIGTERM');
  const second = await running({ env });
  expect(await ready(second.url)).toBe(200);
  expect([process.geteuid?.(), 65534]).toContain(await ownerOfData());
  expect((await stat(parent)).mode & 0o777).toBe(0o700);
});
