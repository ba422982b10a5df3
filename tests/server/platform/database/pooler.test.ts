import { sql } from 'kysely';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { openDatabase } from '#server/platform/database/database.ts';
import { runIfDue } from '#server/platform/jobs/jobRunner.ts';
import { createServices } from '#server/services.ts';
import { openLiveEvents } from '#server/platform/live/liveEvents.ts';
import { builders } from '#tests/support/builders.ts';
import { createGym } from '#tests/support/gym.ts';
import { freshDatabase, type FreshDatabase } from '#tests/support/database.ts';
import { hasPgbouncer, pgbouncer } from '#tests/support/pooler/pgbouncer.ts';
import { sessionPooler } from '#tests/support/pooler/sessionPooler.ts';
import { sharedServer } from '#tests/support/server.ts';
import { temporaryDirectory } from '#tests/support/temporary.ts';

const server = await sharedServer();
const gym = await createGym(server);
const rival = await createGym(server);
await builders(server, gym).contact({ last_name: 'Ours' });
await builders(server, rival).contact({ last_name: 'Theirs' });

const poolers = [
  ['a session pooler that drops start-up options', sessionPooler, true],
  ['PgBouncer in session mode', (url: string) => pgbouncer(url, 'session'), hasPgbouncer],
] as const;

describe.each(poolers)('behind %s', (_name, open, isThere) => {
  async function through() {
    const pooler = await open(server.url);
    const database = openDatabase({ url: pooler.url, poolSize: 4 });
    onTestFinished(async () => {
      await database.close();
      await pooler.close();
    });
    return { pooler, database };
  }

  test.skipIf(!isThere)('a scope shows the rows of its company and no others', async () => {
    const { database } = await through();
    const names = await database.scoped([gym.companyId], (tx) =>
      tx.selectFrom('contacts').select('last_name').execute(),
    );
    expect(names).toEqual([{ last_name: 'Ours' }]);
    expect(await database.unscoped.selectFrom('contacts').select('id').execute()).toEqual([]);
  });

  test.skipIf(!isThere)('the role, the time-outs and the time zone are in force', async () => {
    const { database } = await through();
    const { rows } = await sql`
      select current_user as role, current_setting('statement_timeout') as statement,
             current_setting('idle_in_transaction_session_timeout') as idle, current_setting('timezone') as zone`.execute(
      database.unscoped,
    );
    expect(rows).toEqual([{ role: 'spotter_app', statement: '5s', idle: '10s', zone: 'UTC' }]);
  });

  test.skipIf(!isThere)(
    'a connection that another client used before is set up and prepares its statements again',
    async () => {
      const { pooler } = await through();
      const session = async () => {
        const database = openDatabase({ url: pooler.url, poolSize: 1 });
        try {
          const names = await database.scoped([gym.companyId], (tx) =>
            tx.selectFrom('contacts').select('last_name').where('last_name', '!=', '').execute(),
          );
          expect(names).toEqual([{ last_name: 'Ours' }]);
          const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.unscoped);
          return rows[0]?.pid;
        } finally {
          await database.close();
        }
      };
      const first = await session();
      // The pooler takes a moment to clear it.
      await expect.poll(() => session()).toBe(first);
    },
  );

  test.skipIf(!isThere)('one server at a time does a job, and its lock is free afterwards', async () => {
    const { database } = await through();
    const other = openDatabase({ url: server.url, poolSize: 2 });
    onTestFinished(() => other.close());
    const name = `pooled job ${Math.random()}`;
    const done: string[] = [];
    await runIfDue(database, name, 0, async () => {
      done.push('first');
      await runIfDue(other, name, 0, async () => void done.push('second while the first is at it'));
    });
    await runIfDue(other, name, 0, async () => void done.push('third'));
    expect(done).toEqual(['first', 'third']);
  });

  test.skipIf(!isThere)('a check-in that is announced through it is heard through it', async () => {
    const { pooler, database } = await through();
    const live = openLiveEvents({ url: pooler.url, database });
    onTestFinished(() => live.close());
    const heard: string[] = [];
    live.onCheckins(gym.locationId, (ids) => heard.push(...(ids.length > 0 ? ids : ['listening'])));
    await expect.poll(() => heard).toEqual(['listening']);
    live.publishCheckin(gym.locationId, 'a check-in');
    await expect.poll(() => heard).toEqual(['listening', 'a check-in']);
  });

  test.skipIf(!isThere)('Spotter starts on it', async () => {
    const { pooler } = await through();
    const services = await start(pooler.url);
    onTestFinished(() => services.close());
    await expect(services.database.ping()).resolves.toBeUndefined();
  });
});

const start = async (url: string) =>
  createServices(
    readConfig({
      DATABASE_URL: url,
      APP_SECRET: 'a secret of thirty-two characters',
      DATA_DIR: await temporaryDirectory(),
    }),
    {
      as: 'server',
      print: () => undefined,
      onEvent: () => undefined,
    },
  );

test.skipIf(!hasPgbouncer)('PgBouncer in transaction mode is refused at the start with one line', async () => {
  const pooler = await pgbouncer(server.url, 'transaction');
  onTestFinished(() => pooler.close());
  await expect(start(pooler.url)).rejects.toThrow(
    'DATABASE_URL leads through a pooler in transaction mode: Spotter needs its session mode',
  );
});

async function changed(fresh: FreshDatabase, statement: string) {
  const owner = new Client({ connectionString: fresh.url });
  await owner.connect();
  await owner.query(statement);
  await owner.end();
}

test('a table without row-level security stops the start with one line', async () => {
  const fresh = await freshDatabase();
  onTestFinished(() => fresh.drop());
  await changed(
    fresh,
    'alter table contacts disable row level security; alter table payments disable row level security',
  );
  await expect(start(fresh.url)).rejects.toThrow(
    /^The database connection is not safe to use: row-level security is off on (contacts, payments|payments, contacts)$/,
  );
});

test('a table whose policy does not apply to its owner stops the start with one line', async () => {
  const fresh = await freshDatabase();
  onTestFinished(() => fresh.drop());
  await changed(fresh, 'alter table contacts no force row level security');
  await expect(start(fresh.url)).rejects.toThrow(
    'The database connection is not safe to use: row-level security is not forced on contacts',
  );
});

test('a running server uses no new connection on which row-level security does not hold', async () => {
  const fresh = await freshDatabase();
  onTestFinished(() => fresh.drop());
  await changed(fresh, 'alter table contacts disable row level security');
  await expect(fresh.database.ping()).rejects.toMatchObject({
    cause: { message: expect.stringContaining('row-level security is off on contacts') },
  });
  await changed(fresh, 'alter table contacts enable row level security');
  await fresh.database.ping();
});

test('a transaction acts as spotter_app even on a session that lost the role', async () => {
  const role = await server.database.unscoped.connection().execute(async (connection) => {
    await sql`reset role`.execute(connection);
    const { rows } = await sql<{ role: string }>`select current_user as role`.execute(connection);
    await sql`set role spotter_app`.execute(connection);
    return rows[0]?.role;
  });
  expect(role).toBe('spotter');
  const database = openDatabase({ url: server.url, poolSize: 1 });
  onTestFinished(() => database.close());
  await sql`reset role`.execute(database.unscoped);
  expect(
    await database.scoped([gym.companyId], (tx) => tx.selectFrom('contacts').select('last_name').execute()),
  ).toEqual([{ last_name: 'Ours' }]);
});
