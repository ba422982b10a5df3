import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { StartupError } from '#server/platform/explainError.ts';

interface Waiting {
  signal?: AbortSignal | undefined;
  print: (line: string) => void;
  patience?: number;
}

export async function waitForDatabase(url: string, { signal, print, patience = 60_000 }: Waiting): Promise<void> {
  const deadline = Date.now() + patience;
  for (let tries = 1; ; tries += 1) {
    const failure = await attempt(url);
    if (failure === undefined) return;
    if (tries === 1) print(`DATABASE_URL: waiting for PostgreSQL (${failure})`);
    if (Date.now() > deadline) {
      throw new StartupError(`DATABASE_URL: no answer from PostgreSQL within ${patience / 1_000} seconds (${failure})`);
    }
    await sleep(500, undefined, { signal });
  }
}

const oldest = 150_000;

const remedies: Record<string, string> = {
  '28P01': 'Correct the user or the password.',
  '28000': 'Correct the user, or let it in by pg_hba.conf.',
  '3D000': 'Create the database, or correct its name.',
  '42501': 'Grant the user the right to connect.',
};

async function attempt(connectionString: string): Promise<string | undefined> {
  const client = new Client({ connectionString, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number; encoding: string }>(
      "select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding",
    );
    const [server] = rows;
    if (server && server.version < oldest) throw new StartupError('DATABASE_URL: Spotter needs PostgreSQL 15 or newer');
    if (server && server.encoding !== 'UTF8') {
      throw new StartupError(
        `DATABASE_URL: the database is encoded in ${server.encoding}: create it with ENCODING 'UTF8' TEMPLATE template0`,
      );
    }
    return undefined;
  } catch (error) {
    if (error instanceof StartupError) throw error;
    const remedy = error instanceof DatabaseError ? remedies[error.code ?? ''] : undefined;
    if (remedy) throw new StartupError(`DATABASE_URL: ${describe(error)}. ${remedy}`);
    return describe(error);
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * In transaction mode, prepared statements, locks and notifications would get lost. Two open sessions can then share one server
 * process.
 */
export async function checkPooling(connectionString: string): Promise<void> {
  const [first, second] = [new Client({ connectionString }), new Client({ connectionString })];
  for (const client of [first, second]) client.on('error', () => {});
  try {
    await Promise.all([first.connect(), second.connect()]);
    const before = await readBackend(first);
    await second.query('begin');
    if ((await readBackend(second)) === before) {
      throw new StartupError('DATABASE_URL leads through a pooler in transaction mode: Spotter needs its session mode');
    }
  } finally {
    await Promise.all([first.end(), second.end()].map((ended) => ended.catch(() => {})));
  }
}

const readBackend = async (client: Client) =>
  (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;

/** A host with several addresses fails with an AggregateError, whose own message is empty. */
const describe = (error: unknown): string => {
  const [first] = error instanceof AggregateError ? error.errors : [error];
  return first instanceof Error ? first.message : String(first);
};
