import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import type { Config } from '#server/config.ts';
import { waitForDatabase } from '#server/platform/database/external.ts';
import { migrationTables } from '#server/platform/database/migrate.ts';
import { type Services, createServices } from '#server/services.ts';
import { explainEvent, StartupError } from '#server/platform/explainError.ts';

type Work = (services: Services) => Promise<void>;

/** Can run next to a server. The database must exist. */
export async function withServices(config: Config, work: Work): Promise<void> {
  // Without the server's variables a new, empty database would be made, and the command would seem to work.
  if (!(await hasDatabase(config))) {
    throw new StartupError(
      `There is no database of Spotter in ${describePlace(config)}: give DATA_DIR or DATABASE_URL as the server has it`,
    );
  }
  if (!config.appSecret && !existsSync(join(config.dataDirectory, 'secret'))) {
    throw new StartupError(`${config.dataDirectory} holds no secret: give APP_SECRET as the server has it`);
  }
  await run(config, work);
}

/** Used by a command that may be the first to use a database. It says when it makes one. */
export async function withNewServices(config: Config, work: Work): Promise<void> {
  if (!(await hasDatabase(config))) console.log(`Making a new database in ${describePlace(config)}`);
  await run(config, work);
}

/** An error has the whole connection, so only its message is printed. */
export const printEvent = (message: string, error?: unknown) => console.error(explainEvent(message, error));

async function run(config: Config, work: Work): Promise<void> {
  const services = await createServices(config, { as: 'command', print: console.log, onEvent: printEvent });
  try {
    await work(services);
  } finally {
    await services.close();
  }
}

const describePlace = ({ databaseUrl, dataDirectory }: Config) => (databaseUrl ? 'DATABASE_URL' : dataDirectory);

async function hasDatabase({ databaseUrl, dataDirectory }: Config): Promise<boolean> {
  if (!databaseUrl) return existsSync(join(dataDirectory, 'postgres/data/PG_VERSION'));
  await waitForDatabase(databaseUrl, { print: console.log });
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ isThere: boolean }>('select to_regclass($1) is not null as "isThere"', [
      migrationTables[0],
    ]);
    return rows[0]?.isThere ?? false;
  } finally {
    await client.end();
  }
}
