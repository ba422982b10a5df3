import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pipelined, type Tx } from '#server/db/database.ts';
import { DatabaseAway } from '#server/db/pool.ts';
import { asAdmin, freshDatabase, type FreshDatabase } from '#tests/support/database.ts';

let fresh: FreshDatabase;
beforeAll(async () => {
  fresh = await freshDatabase();
});
afterAll(() => fresh.drop());

const pidOf = async (connection: FreshDatabase['database']['accounts']) => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection);
  return rows[0]?.pid ?? 0;
};

test('a connection that dies while it is lent out and idle ends nothing but itself', async () => {
  const lost = fresh.database.accounts.connection().execute(async (connection) => {
    await asAdmin(`select pg_terminate_backend(${await pidOf(connection)})`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await pidOf(connection);
  });
  await expect(lost).rejects.toBeInstanceOf(DatabaseAway);
  expect(await pidOf(fresh.database.accounts)).toBeGreaterThan(0);
});

test('a connection that dies inside a transaction is away, and the next transaction has another one', async () => {
  const lost = fresh.database.scoped([uuid()], async (tx) => {
    await asAdmin(`select pg_terminate_backend(${await pidOf(tx)})`);
    await pidOf(tx);
  });
  await expect(lost).rejects.toBeInstanceOf(DatabaseAway);
  expect(await fresh.database.scoped([uuid()], pidOf)).toBeGreaterThan(0);
});

test('a first statement that fails takes its transaction with it and leaves the connection usable', async () => {
  const company = uuid();
  const failing = fresh.database.scoped([company], (tx) => sql`select 1 / 0`.execute(tx));
  await expect(failing).rejects.toThrow('division by zero');
  const { rows } = await fresh.database.scoped([company], (tx) => sql<{ scope: string }>`select current_setting('spotter.companies') as scope`.execute(tx));
  expect(rows).toEqual([{ scope: `{${company}}` }]);
});

test('a transaction that asks nothing leaves nothing behind', async () => {
  await fresh.database.scoped([uuid()], () => Promise.resolve());
  const { rows } = await sql<{ open: number }>`select count(*) as open from pg_stat_activity where datname = current_database() and state like 'idle in%'`.execute(
    fresh.database.accounts,
  );
  expect(rows).toEqual([{ open: 0 }]);
});

test('each statement of a reading transaction has the scope, and one that fails leaves the connection usable', async () => {
  const company = uuid();
  const scopeOf = (tx: FreshDatabase['database']['accounts']) => sql<{ scope: string }>`select current_setting('spotter.companies') as scope`.execute(tx);
  const failing = fresh.database.reading([company], async (tx) => {
    await scopeOf(tx);
    await sql`select 1 / 0`.execute(tx);
  });
  await expect(failing).rejects.toThrow('division by zero');
  const scopes = await fresh.database.reading([company], async (tx) => [await scopeOf(tx), await scopeOf(tx)]);
  expect(scopes.map(({ rows }) => rows[0]?.scope)).toEqual([`{${company}}`, `{${company}}`]);
});

test('what is planned once is so in its own transaction alone', async () => {
  const modeIn = async (tx: Tx) => (await sql<{ mode: string }>`select current_setting('plan_cache_mode') as mode`.execute(tx)).rows[0]?.mode;
  const modes = [
    await fresh.database.reading([uuid()], modeIn, 'once'),
    await fresh.database.reading([uuid()], modeIn),
    await fresh.database.scoped([uuid()], modeIn),
  ];
  expect(modes).toEqual(['force_generic_plan', 'auto', 'auto']);
});

test('a reading transaction writes nothing', async () => {
  const writing = fresh.database.reading([uuid()], (tx) => sql`delete from tallies`.execute(tx));
  await expect(writing).rejects.toThrow('read-only transaction');
});

async function aCompany(): Promise<string> {
  const id = uuid();
  await fresh.database.scoped([id], (tx) => tx.insertInto('companies').values({ id, name: 'Kept', email: '' }).execute());
  return id;
}
const nameOf = (id: string) =>
  fresh.database.reading([id], async (tx) => (await tx.selectFrom('companies').select('name').executeTakeFirst())?.name);
const scopeSetTo = (value: string) => sql`select set_config('spotter.companies', ${value}, true)`;
const scopeIn = async (tx: Tx) => (await sql<{ scope: string }>`select current_setting('spotter.companies') as scope`.execute(tx)).rows[0]?.scope;

test('a pipelined statement is done before the one after it, first, later and last in its transaction', async () => {
  const seen = await fresh.database.scoped([uuid()], async (tx) => {
    await pipelined(tx, scopeSetTo('{first}'));
    const first = await scopeIn(tx);
    await pipelined(tx, scopeSetTo('{second}'));
    await pipelined(tx, scopeSetTo('{third}'));
    return [first, await scopeIn(tx)];
  });
  expect(seen).toEqual(['{first}', '{third}']);
  const company = await aCompany();
  await fresh.database.scoped([company], (tx) => pipelined(tx, tx.updateTable('companies').set({ name: 'Renamed' })));
  expect(await nameOf(company)).toBe('Renamed');
});

test('a pipelined statement that fails takes the transaction with it, whether another follows or the commit', async () => {
  const company = await aCompany();
  const failing = (after: (tx: Tx) => Promise<unknown>) =>
    fresh.database.scoped([company], async (tx) => {
      await tx.updateTable('companies').set({ name: 'Lost' }).execute();
      await pipelined(tx, sql`select 1 / ${0}::int`);
      await after(tx);
    });
  await expect(failing(scopeIn)).rejects.toThrow('division by zero');
  await expect(failing(() => Promise.resolve())).rejects.toThrow('division by zero');
  expect(await nameOf(company)).toBe('Kept');
});

test('a pipelined value that the driver cannot write down fails the work before anything is sent', async () => {
  const company = await aCompany();
  const cycle: Record<string, unknown> = {};
  cycle.itself = cycle;
  const failing = fresh.database.scoped([company], async (tx) => {
    await tx.updateTable('companies').set({ name: 'Lost' }).execute();
    await pipelined(tx, sql`select ${cycle}::jsonb`);
  });
  await expect(failing).rejects.toThrow();
  expect(await nameOf(company)).toBe('Kept');
});

test('what was pipelined is forgotten when the work fails', async () => {
  const company = await aCompany();
  const failing = fresh.database.scoped([company], async (tx) => {
    await pipelined(tx, tx.updateTable('companies').set({ name: 'Lost' }));
    throw new Error('Not so');
  });
  await expect(failing).rejects.toThrow('Not so');
  expect(await nameOf(company)).toBe('Kept');
});
