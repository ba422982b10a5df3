import type { Client } from 'pg';

interface ForeignKey {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
}

/**
 * Runs `work` without foreign keys, triggers and the owner's row-level security, so that tables can be filled in any order and
 * for every company. Adds the foreign keys again, which checks every row. Must run inside a transaction.
 */
export async function withoutConstraints(client: Client, work: () => Promise<void>): Promise<void> {
  const keys = await readForeignKeys(client);
  const tables = await listTablesWithTriggers(client);
  const forced = await listForcedTables(client);
  for (const table of forced) await client.query(`alter table ${table} no force row level security`);
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`);
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`);
  await work();
  for (const { table, name, definition } of keys)
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`);
  for (const table of forced) await client.query(`alter table ${table} force row level security`);
}

async function readForeignKeys(client: Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace`);
  return rows;
}

async function listTablesWithTriggers(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select distinct tgrelid::regclass::text as name from pg_trigger t join pg_class c on c.oid = tgrelid
     where not tgisinternal and c.relnamespace = current_schema()::regnamespace`);
  return rows.map((row) => row.name);
}

async function listForcedTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select oid::regclass::text as name from pg_class where relforcerowsecurity and relnamespace = current_schema()::regnamespace`);
  return rows.map((row) => row.name);
}
