import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { beforeAll, expect, inject, test } from 'vitest';
import { siblingUrl } from '#server/db/urls.ts';
import { asAdmin } from '#tests/support/database.ts';
import { type SpotterProcess, startSpotter } from '#tests/support/spotterProcess.ts';
import { temporaryDirectory } from '#tests/support/temporary.ts';
import { demoDesk, type DemoDesk } from '#tests/support/trials/demoDesk.ts';

beforeAll(() => {
  execFileSync(process.execPath, ['scripts/build.mjs', 'server'], { stdio: 'inherit' });
});

test('the previous release serves sales and lists while this build migrates its database and starts: no 5xx, no error line, no sale lost', () =>
  upgradedUnderLoad());

test('the populated database of the first server migrates: no row is lost, and every list answers', () => upgradedFrom(firstServer));

/** The last commit of version 0.1.0, and the first whose server starts and has demo data. */
const previousRelease = '653f193a2f1f05e37e6df918d5dfdfbfca978941';
const firstServer = 'aabf6ecd502112800d256ff3bc840c47010bb545';

/** The previous release sells and lists while this build migrates its database and starts beside it. No request fails. */
async function upgradedUnderLoad(): Promise<void> {
  const { env, drop } = await emptyDatabase();
  const running: SpotterProcess[] = [];
  const load = { on: true };
  try {
    const old = await start(running, { env: await env(), main: await oldBuild(previousRelease) });
    const desk = await demoDesk(old);
    const sold: string[] = [];
    const failures: string[] = [];
    let answers = 0;
    const note = ({ status, body }: { status: number; body: unknown }, wanted: number) => {
      answers += 1;
      if (status !== wanted) failures.push(`${status} ${JSON.stringify(body)}`);
    };
    const sell = async () => {
      while (load.on) {
        const reply = await desk.send('POST', '/sales-items/purchase', desk.sale);
        note(reply, 201);
        if (reply.status === 201) sold.push(reply.body.invoice.id);
      }
    };
    const list = async () => {
      while (load.on) for (const path of lists(desk)) note(await desk.get(path), 200);
    };
    const clients = Promise.all([sell(), sell(), list(), list()]);
    await untilMore(() => answers, 100);
    const next = await start(running, { env: await env() });
    // Both serve side by side on the new schema.
    await untilMore(() => answers, 300);
    load.on = false;
    await clients;

    console.log(`${answers} answers of the previous release during the upgrade, ${sold.length} of them sales`);
    expect(failures).toEqual([]);
    expect(errorLines(old)).toEqual([]);
    expect(await old.end('SIGTERM')).toBe(0);
    const nextDesk = await demoDesk(next);
    for (const id of [...sold.slice(0, 20), ...sold.slice(-20)]) expect((await nextDesk.get(`/invoices/${id}`)).status).toBe(200);
    expect((await nextDesk.send('POST', '/sales-items/purchase', nextDesk.sale)).status).toBe(201);
    expect(errorLines(next)).toEqual([]);
  } finally {
    load.on = false;
    await Promise.all(running.map((spotter) => spotter.end('SIGTERM')));
    await drop();
  }
}

/** The data of an earlier server, migrated by this build: every row still exists, and every list loads. */
async function upgradedFrom(commit: string): Promise<void> {
  const { adminUrl, env, drop } = await emptyDatabase();
  const running: SpotterProcess[] = [];
  try {
    const old = await start(running, { env: await env(), main: await oldBuild(commit) });
    const before = await counts(adminUrl);
    expect(before.contacts).toBeGreaterThan(100);
    await old.end('SIGTERM');
    const next = await start(running, { env: await env() });
    expect(await counts(adminUrl)).toEqual(before);
    const desk = await demoDesk(next);
    for (const path of lists(desk)) {
      const { status, body } = await desk.get(path);
      expect([path, status]).toEqual([path, 200]);
      expect(body.pagination.total).toBeGreaterThan(0);
    }
    expect((await desk.send('POST', '/sales-items/purchase', desk.sale)).status).toBe(201);
    expect(errorLines(next)).toEqual([]);
  } finally {
    await Promise.all(running.map((spotter) => spotter.end('SIGTERM')));
    await drop();
  }
}

const lists = ({ locationId }: DemoDesk) =>
  ['contacts', 'checkins', 'invoices', 'memberships', 'sales-items', 'agreements'].map((name) => `/${name}?locationId=${locationId}&limit=25`);

async function emptyDatabase() {
  const name = `upgrade_${randomBytes(6).toString('hex')}`;
  await asAdmin(`create database ${name} owner spotter`);
  const url = siblingUrl(inject('adminUrl'), name, 'spotter');
  const adminUrl = siblingUrl(inject('adminUrl'), name);
  const env = async () => ({ DATA_DIR: await temporaryDirectory(), DATABASE_URL: url, APP_SECRET: 'one secret for both builds, 32 characters', DEMO_DATA: 'on' });
  return { adminUrl, env, drop: () => asAdmin(`drop database ${name} with (force)`) };
}

async function start(running: SpotterProcess[], options: Parameters<typeof startSpotter>[0]): Promise<SpotterProcess> {
  const spotter = await startSpotter(options);
  running.push(spotter);
  return spotter;
}

async function untilMore(count: () => number, many: number): Promise<void> {
  const enough = count() + many;
  while (count() < enough) await sleep(50);
}

/** The errors in a server's output: log lines of level 50 and above, and stack traces. */
const errorLines = (spotter: SpotterProcess) => spotter.output().split('\n').filter((line) => /"level":[56]0|^\s*at |Error:/.test(line));

/** Refunds of whole payments get rows of their own; the payments themselves stay. */
const payments = 'payments where stripe_refund_id is null';

/** How many rows each table of the demo has. */
async function counts(adminUrl: string): Promise<Record<string, number>> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const found: Record<string, number> = {};
    for (const table of ['companies', 'locations', 'users', 'contacts', 'memberships', 'contact_memberships', 'sales_items', 'agreements', 'checkins', 'invoices', 'invoice_lines', payments]) {
      const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${table}`);
      found[table] = rows[0]?.count ?? 0;
    }
    return found;
  } finally {
    await client.end();
  }
}

/**
 * Builds the server of an earlier commit, with the packages of that time, in `.cache/builds/<commit>`, and returns its entry.
 * The commit comes from this checkout's own history, which must therefore be complete.
 */
async function oldBuild(commit: string): Promise<string> {
  const directory = resolve('.cache/builds', commit);
  const main = join(directory, 'dist/server/main.js');
  if (existsSync(main)) return main;
  const source = sourceOf(commit);
  await mkdir(directory, { recursive: true });
  execFileSync('tar', ['-x', '-C', directory], { input: source });
  const at = { cwd: directory, stdio: 'inherit', env: { ...process.env, NODE_ENV: undefined } } as const;
  // Not `npm ci`: the first lock files lack packages of other platforms, which newer npm versions refuse.
  execFileSync('npm', ['install', '--include=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], at);
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--config', 'vite.server.config.ts', '--logLevel', 'warn'], at);
  return main;
}

function sourceOf(commit: string): Buffer {
  try {
    return execFileSync('git', ['archive', commit], { maxBuffer: 256 * 2 ** 20, stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    throw new Error(`This checkout's history has no commit ${commit}, of which the upgrade is tried: run "git fetch --unshallow"`, { cause: error });
  }
}
