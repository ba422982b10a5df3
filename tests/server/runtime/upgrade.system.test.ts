import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Client } from 'pg';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { migrations } from '#server/platform/database/migrate.ts';
import { emptyDatabase } from '#tests/support/database.ts';
import { startSpotter } from '#tests/support/spotterProcess.ts';
import { temporaryDirectory } from '#tests/support/temporary.ts';
import { demoDesk } from '#tests/support/trials/demoDesk.ts';

beforeAll(() => {
  execFileSync(process.execPath, ['scripts/build.mjs', 'server'], { stdio: 'inherit' });
});

/** Written by `node scripts/upgrade-fixture.mjs` of that version. */
const getBackup = (version: string) => `tests/support/backups/${version}.tar`;

interface SavedTable {
  name: string;
  columns: string;
  rows: number;
}

test.each(['1.0.0'])(
  'the data of %s is restored and migrated: no row or cent is lost, people sign in, every list loads, and the till sells',
  async (version) => {
    const directory = await temporaryDirectory();
    execFileSync('tar', ['--extract', '--file', getBackup(version), '--directory', directory]);
    const backup = join(directory, version);
    const { tables }: { tables: SavedTable[] } = JSON.parse(await readFile(join(backup, 'backup.json'), 'utf8'));
    const url = await emptyDatabase();
    const env = {
      DATA_DIR: join(directory, 'data'),
      DATABASE_URL: url,
      APP_SECRET: 'one secret for both versions, 40 letters',
    };

    execFileSync(process.execPath, ['dist/server/cli.js', 'restore', backup], {
      env: { PATH: process.env.PATH, ...env },
    });
    const client = new Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    expect((await client.query('select name from migrations order by name')).rows.map(({ name }) => name)).toEqual(
      Object.keys(migrations),
    );
    await client.query('set role spotter_maintenance');
    for (const { name, rows } of tables.filter((table) => !filledByMigrations.has(table.name))) {
      const { rows: found } = await client.query(`select count(*)::int as count from ${name}`);
      expect([name, found[0].count]).toEqual([name, rows]);
    }
    for (const [name, column] of money) {
      const { rows: found } = await client.query(`select sum(${column})::int as cents from ${name}`);
      expect([name, column, found[0].cents]).toEqual([name, column, await savedSum(backup, tables, name, column)]);
    }

    const spotter = await startSpotter({ env });
    onTestFinished(async () => void (await spotter.end('SIGTERM')));
    const desk = await demoDesk(spotter);
    for (const path of ['contacts', 'checkins', 'invoices', 'memberships', 'sales-items', 'agreements']) {
      const { status, body } = await desk.get(`/${path}?locationId=${desk.locationId}&limit=25`);
      expect([path, status]).toEqual([path, 200]);
      expect(body.pagination.total).toBeGreaterThan(0);
    }
    expect((await desk.send('POST', '/sales-items/purchase', desk.sale)).status).toBe(201);
    // The backup is without files, so the signatures that wait to be sealed stay as they are.
    const output = spotter.output().split('\n');
    expect(output.filter((line) => /"level":[56]0|Error:/.test(line) && !line.includes('"job":"seals"'))).toEqual([]);
  },
  120_000,
);

/** Tables that a migration may fill or compact. */
const filledByMigrations = new Set(['row_counters', 'jobs']);

const money = [
  ['invoices', 'total_cents'],
  ['invoices', 'paid_cents'],
  ['invoices', 'due_cents'],
  ['invoices', 'refunded_cents'],
  ['invoice_lines', 'total_cents'],
  ['payments', 'amount_cents'],
  ['drawer_movements', 'amount_cents'],
  ['contact_memberships', 'purchase_price_cents'],
] as const;

/** The sum of a column in the backup itself: COPY writes one row per line, and its columns apart by tabs. */
async function savedSum(backup: string, tables: readonly SavedTable[], name: string, column: string): Promise<number> {
  const at =
    tables
      .find((table) => table.name === name)
      ?.columns.split(', ')
      .indexOf(column) ?? -1;
  const lines = gunzipSync(await readFile(join(backup, 'tables', `${name}.copy.gz`)))
    .toString()
    .split('\n')
    .filter(Boolean);
  return lines.reduce((sum, line) => sum + Number(line.split('\t')[at]), 0);
}
