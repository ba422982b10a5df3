import { sumBy } from 'es-toolkit';
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import type { Config } from '#server/config.ts';
import { listOurTables } from '#server/modules/backups/index.ts';
import { exportedTables, type ArchiveSchema } from '#server/modules/company-export/index.ts';
import { verifyLedger } from '#server/modules/ledger/index.ts';
import { newWebhookSecret } from '#server/modules/webhooks/index.ts';
import { migrations } from '#server/platform/database/migrate.ts';
import { type FileStore, isFileKey } from '#server/platform/files/store.ts';
import type { Services } from '#server/services.ts';
import { StartupError } from '#server/platform/explainError.ts';
import { openArchive, type ArchiveFile } from './archiveFile.ts';
import { takeOnly } from './readArguments.ts';
import { withNewServices } from './withServices.ts';
import { withoutConstraints } from './withoutConstraints.ts';

const rowsAtOnce = 500;

/** Imports the archive of a company's export into an empty Spotter: its files first, then all rows in one transaction. */
export async function importCompany(config: Config, args: string[]): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const archive = await openArchive(takeOnly(positionals, 'Name the archive: import-company <file>'));
  try {
    const { schema } = archive;
    if (schema.migrations.join() !== Object.keys(migrations).join())
      throw new StartupError(
        `The archive is of Spotter ${schema.version} with another schema: import it with that one`,
      );
    await withNewServices(config, async (services) => {
      await importFiles(services.files, archive);
      await importRows(services, archive);
      await checkLedger(services, schema);
    });
    const rows = sumBy(schema.tables, (table) => table.rows);
    console.log(`Imported ${rows} rows of ${schema.tables.length} tables and ${schema.files.length} files`);
    console.log(
      'Nobody can sign in yet: each person asks for a link with "Forgot password", or make one with create-admin.',
    );
    console.log(
      'Webhooks have new secrets. Save the Stripe keys again, and stop the Spotter that the archive came from.',
    );
  } finally {
    archive.close();
  }
}

async function importFiles(store: FileStore, archive: ArchiveFile): Promise<void> {
  for (const { key, ...written } of archive.schema.files) {
    if (!isFileKey(key)) throw new StartupError(`The archive is damaged: ${key} is no file of Spotter`);
    await store.put(key, await archive.bytes(`files/${key}`, written));
  }
}

async function importRows({ databaseUrl, appSecret }: Services, archive: ArchiveFile): Promise<void> {
  const client = new Client({ connectionString: databaseUrl, application_name: 'spotter import' });
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
    await client.query('begin');
    await withoutConstraints(client, async () => {
      await client.query('lock table companies, users in exclusive mode');
      const { rowCount } = await client.query('select from companies union all select from users limit 1');
      if (rowCount) throw new StartupError('Nothing was imported: this Spotter has a company already');
      const writable = await readWritableColumns(client);
      for (const table of archive.schema.tables) {
        const columns = table.columns.filter((column) => writable.get(table.name)?.includes(column));
        await importTable(client, archive, { ...table, columns }, appSecret);
      }
    });
    await client.query('commit');
    await client.query('analyze');
  } finally {
    await client.end();
  }
}

/** PostgreSQL computes the others itself. */
async function readWritableColumns(client: Client): Promise<ReadonlyMap<string, readonly string[]>> {
  const tables = await listOurTables(client);
  return new Map(tables.map(({ name, columns }) => [name, columns.replaceAll('"', '').split(', ')]));
}

async function importTable(
  client: Client,
  archive: ArchiveFile,
  { name, columns, rows, ...written }: ArchiveSchema['tables'][number],
  appSecret: string,
): Promise<void> {
  if (!exportedTables.some((one) => one === name))
    throw new StartupError(`The archive is damaged: it has the table ${name}`);
  const isWebhook = name === 'webhook_endpoints';
  const names = [...columns, ...(isWebhook ? ['secret_sealed'] : [])].map((one) => `"${one}"`).join(', ');
  let imported = 0;
  let batch: string[] = [];
  const insert = async () => {
    const result = await client.query(
      `insert into ${name} (${names}) select ${names} from jsonb_populate_recordset(null::${name}, $1::jsonb)`,
      [`[${batch.join(',')}]`],
    );
    imported += result.rowCount ?? 0;
    batch = [];
  };
  for await (const line of archive.lines(`tables/${name}.json`, written)) {
    if (!line.startsWith('{')) continue;
    const row = line.endsWith(',') ? line.slice(0, -1) : line;
    batch.push(isWebhook ? withNewSecret(row, appSecret) : row);
    if (batch.length >= rowsAtOnce) await insert();
  }
  if (batch.length > 0) await insert();
  if (imported !== rows) throw new StartupError(`The archive is damaged: ${imported} rows of ${name}, and not ${rows}`);
}

function withNewSecret(text: string, appSecret: string): string {
  const row = JSON.parse(text) as { id: string };
  return JSON.stringify({ ...row, secret_sealed: newWebhookSecret(appSecret, row.id).sealed });
}

async function checkLedger({ database }: Services, { companyId }: ArchiveSchema): Promise<void> {
  const differences = await database.readOnly([companyId], (tx) => verifyLedger(tx, companyId));
  if (differences.length > 0)
    throw new StartupError(
      `The company was imported, and its ledger disagrees ${differences.length} times: run verify-ledger`,
    );
}
