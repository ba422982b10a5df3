import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tx } from '#server/platform/database/database.ts';
import { DatabaseUnavailableError } from '#server/platform/database/errors.ts';
import { openPool } from '#server/platform/database/pool.ts';
import { asAdmin, freshDatabase, type FreshDatabase } from '#tests/support/database.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.drop());

const readPid = async (connection: FreshDatabase['database']['unscoped']) => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection);
  return rows[0]?.pid ?? 0;
};

test('a connection that dies while it is checked out and idle ends only itself', async () => {
  const lost = fresh.database.unscoped.connection().execute(async (connection) => {
    await asAdmin(`select pg_terminate_backend(${await readPid(connection)})`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await readPid(connection);
  });
  await expect(lost).rejects.toBeInstanceOf(DatabaseUnavailableError);
  expect(await readPid(fresh.database.unscoped)).toBeGreaterThan(0);
});

test('a connection that dies in a transaction is discarded, and the next transaction gets another one', async () => {
  const lost = fresh.database.scoped([uuid()], async (tx) => {
    await asAdmin(`select pg_terminate_backend(${await readPid(tx)})`);
    await readPid(tx);
  });
  await expect(lost).rejects.toBeInstanceOf(DatabaseUnavailableError);
  expect(await fresh.database.scoped([uuid()], readPid)).toBeGreaterThan(0);
});

test('a first statement that fails ends its transaction and leaves the connection usable', async () => {
  const company = uuid();
  const failing = fresh.database.scoped([company], (tx) => sql`select 1 / 0`.execute(tx));
  await expect(failing).rejects.toThrow('division by zero');
  const { rows } = await fresh.database.scoped([company], (tx) =>
    sql<{ scope: string }>`select current_setting('spotter.companies') as scope`.execute(tx),
  );
  expect(rows).toEqual([{ scope: `{${company}}` }]);
});

test('a transaction without statements leaves nothing behind', async () => {
  await fresh.database.scoped([uuid()], () => Promise.resolve());
  const { rows } = await sql<{
    open: number;
  }>`select count(*) as open from pg_stat_activity where datname = current_database() and state like 'idle in%'`.execute(
    fresh.database.unscoped,
  );
  expect(rows).toEqual([{ open: 0 }]);
});

test('each statement of a read-only transaction has the scope, and one that fails leaves the connection usable', async () => {
  const company = uuid();
  const getScope = (tx: FreshDatabase['database']['unscoped']) =>
    sql<{ scope: string }>`select current_setting('spotter.companies') as scope`.execute(tx);
  const failing = fresh.database.readOnly([company], async (tx) => {
    await getScope(tx);
    await sql`select 1 / 0`.execute(tx);
  });
  await expect(failing).rejects.toThrow('division by zero');
  const scopes = await fresh.database.readOnly([company], async (tx) => [await getScope(tx), await getScope(tx)]);
  expect(scopes.map(({ rows }) => rows[0]?.scope)).toEqual([`{${company}}`, `{${company}}`]);
});

test('a read-only transaction writes nothing', async () => {
  const writing = fresh.database.readOnly([uuid()], (tx) => sql`delete from row_counters`.execute(tx));
  await expect(writing).rejects.toThrow('read-only transaction');
});

test('a statement is given up after five seconds, unless its transaction sets a longer time', async () => {
  const sleep = (tx: Tx) => sql`select pg_sleep(5.7)`.execute(tx);
  const [given, waited] = await Promise.allSettled([
    fresh.database.scoped([uuid()], sleep),
    fresh.database.readOnly([uuid()], async (tx) => {
      await sql`set local statement_timeout = ${sql.lit(10_000)}`.execute(tx);
      return sleep(tx);
    }),
  ]);
  expect([given.status, waited.status]).toEqual(['rejected', 'fulfilled']);
}, 20_000);

test('a connection that the database ends while the pool closes is not reported as lost', async () => {
  const lost: Error[] = [];
  const pool = openPool(fresh.url, 4, (error) => void lost.push(error));
  const client = await pool.connect();
  client.release();
  const ended = pool.end();
  pool.emit('error', new Error('terminating connection due to administrator command'), client);
  await ended;
  expect(lost).toEqual([]);
});
