import type { Client } from 'pg';
import { StartupError } from '#server/startupError.ts';

/** Clears the tables of a database in which nobody has anything yet; refuses any other. */
export async function emptySchema(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace`,
  );
  for (const name of ['users', 'companies']) {
    if (!rows.some((row) => row.name === name)) continue;
    const { rowCount } = await client.query(`select 1 from ${name} limit 1`);
    if (rowCount) throw new StartupError('The database is not empty: a backup is restored into an empty one');
  }
  await client.query('begin');
  for (const { name } of rows) await client.query(`drop table ${name} cascade`);
  await client.query(dropFunctions);
  await client.query('commit');
}

/** Those of extensions stay: they belong to the database's owner, and the migrations find them there. */
const dropFunctions = `
  do $$ declare f regprocedure; begin
    for f in select p.oid from pg_proc p
              where p.pronamespace = current_schema()::regnamespace
                and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    loop execute format('drop function %s cascade', f); end loop;
  end $$`;
