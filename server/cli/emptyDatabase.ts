import { DatabaseError, type Client } from 'pg';
import { migrations, migrationTables } from '#server/platform/database/migrate.ts';
import { StartupError } from '#server/platform/explainError.ts';

interface DatabaseObject {
  kind: 'table' | 'view' | 'sequence' | 'function' | 'type' | 'large object';
  schema: string;
  name: string;
  isInSchema: boolean;
}

/**
 * Empty: without any objects, or with nothing but Spotter's own schema without rows. Any other database is refused,
 * with what was found, and not changed.
 */
export async function clearEmptyDatabase(client: Client): Promise<void> {
  await client.query('begin');
  try {
    const { rows: objects } = await client.query<DatabaseObject>(everyObject);
    if (objects.length > 0) await clearOurs(client, objects);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    const isInUse = error instanceof DatabaseError && error.code === '55P03';
    throw isInUse
      ? new StartupError('Nothing was restored: the database is in use. Stop every Spotter on it first.')
      : error;
  }
}

async function clearOurs(client: Client, objects: readonly DatabaseObject[]): Promise<void> {
  const foreign = objects.filter((one) => !isOurs(one));
  if (foreign.length > 0)
    throw refused(`it holds ${listNames(foreign.map(({ kind, schema, name }) => `the ${kind} ${schema}.${name}`))}`);
  const tables = objects.flatMap(({ kind, name }) => (kind === 'table' ? name : []));
  if (!(await hasOurMigrations(client, tables)))
    throw refused(`it holds ${listNames(tables.map((name) => `the table ${name}`))}, which Spotter did not make`);
  // Nothing may write between the check and the drop. Current users of the tables are not disconnected.
  await client.query(`set local lock_timeout = '3s'; lock table ${tables.join(', ')} in access exclusive mode`);
  const full: string[] = [];
  for (const name of tables.filter((table) => !bookkeeping.has(table))) {
    // Under its own policies the owner would see no row.
    await client.query(`alter table ${name} no force row level security`);
    const { rowCount } = await client.query(`select from ${name} limit 1`);
    if (rowCount) full.push(name);
  }
  if (full.length > 0) throw refused(`it holds Spotter's own tables, and there are rows in ${listNames(full)}`);
  for (const name of tables) await client.query(`drop table ${name} cascade`);
  await client.query(dropFunctions);
}

const refused = (what: string) =>
  new StartupError(
    `Nothing was restored: the database is not empty, ${what}. A backup is restored into an empty database.`,
  );

const fewNames = 5;
function listNames(names: readonly string[]): string {
  const more = names.length - fewNames;
  return more > 0 ? `${names.slice(0, fewNames).join(', ')} and ${more} more` : names.join(', ');
}

/** Tables that a server fills by starting. */
const bookkeeping = new Set<string>([...migrationTables, 'jobs', 'setup_token']);

const sqlOfAll = Object.values(migrations)
  .filter((what) => typeof what === 'string')
  .join('\n');
const namesAfter = (pattern: RegExp) => new Set([...sqlOfAll.matchAll(pattern)].map(([, name]) => name));
const ourTables = new Set([...namesAfter(/\bcreate (?:unlogged )?table (\w+)/g), ...migrationTables]);
const ourViews = namesAfter(/\bcreate view (\w+)/g);
const ourSequences = namesAfter(/\bcreate sequence (\w+)/g);
const ourFunctions = namesAfter(/\bcreate (?:or replace )?function (\w+)/g);

const isOurs = ({ kind, name, isInSchema }: DatabaseObject) =>
  isInSchema &&
  ((kind === 'table' && ourTables.has(name)) ||
    (kind === 'view' && ourViews.has(name)) ||
    (kind === 'sequence' && ourSequences.has(name)) ||
    (kind === 'function' && ourFunctions.has(name)));

/** Other programs also have a table of this name, with other columns or rows. */
async function hasOurMigrations(client: Client, tables: readonly string[]): Promise<boolean> {
  if (!tables.includes('migrations')) return false;
  const { rows } = await client.query<{ row: { name?: string } }>('select to_jsonb(m) as row from migrations m');
  const migrationNames = new Set(Object.keys(migrations));
  return rows.length > 0 && rows.every(({ row: { name } }) => name !== undefined && migrationNames.has(name));
}

/** User-created, in any schema, except those that belong to an extension, a table or PostgreSQL itself. */
const everyObject = `
  with object (kind, namespace, name, class, id) as (
    select case c.relkind when 'S' then 'sequence' when 'v' then 'view' when 'm' then 'view' else 'table' end,
           c.relnamespace, c.relname, 'pg_class'::regclass, c.oid
      from pg_class c where c.relkind in ('r', 'p', 'f', 'v', 'm', 'S')
    union all
    select 'function', p.pronamespace, p.proname, 'pg_proc'::regclass, p.oid from pg_proc p
    union all
    select 'type', t.typnamespace, t.typname, 'pg_type'::regclass, t.oid from pg_type t
     where t.typtype in ('e', 'd', 'r') or t.typtype = 'c' and exists (select from pg_class c where c.oid = t.typrelid and c.relkind = 'c')
  )
  select kind, n.nspname as schema, o.name, o.namespace = current_schema()::regnamespace as "isInSchema"
    from object o join pg_namespace n on n.oid = o.namespace
   where n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'
     and not exists (select from pg_depend d where d.classid = o.class and d.objid = o.id and d.deptype in ('e', 'i'))
  union all
  select 'large object', 'pg_catalog', oid::text, false from pg_largeobject_metadata
   order by 1, 2, 3`;

/** Functions of extensions stay: they belong to the database owner, and migrations expect them. */
const dropFunctions = `
  do $$ declare f regprocedure; begin
    for f in select p.oid from pg_proc p
              where p.pronamespace = current_schema()::regnamespace
                and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    loop execute format('drop function %s cascade', f); end loop;
  end $$`;
