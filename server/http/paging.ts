import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import type { Tables } from '#server/db/schema.ts';
import { offsetOf } from './listing.ts';

/** Which rows a page has, in their order, and how many there are on all pages together. */
export interface Found {
  ids: string[];
  total: number;
}

interface Page {
  page: number;
  limit: number;
}

/** Columns are named without an alias: one table, or what was found in it. */
interface Rows {
  table: keyof Tables;
  location: string;
  where?: RawBuilder<SqlBool>;
  order: RawBuilder<unknown>;
}

/**
 * Finds a page among the rows of some locations, whose total is known otherwise. One location's rows come in order
 * from an index that has all of it, so that the hundredth page reads index entries and no rows; several are merged.
 */
export function foundAt(
  tx: Tx,
  { table, location, where = sql<SqlBool>`true`, order }: Rows,
  { locationIds, page, total }: { locationIds: readonly string[]; page: Page; total: RawBuilder<number> },
): Promise<Found> {
  const [from, column] = [sql.table(table), sql.ref(location)];
  const [only, ...others] = locationIds;
  const rows =
    others.length === 0
      ? sql`${from} where ${column} = ${only ?? null}::uuid and ${where}`
      : sql`unnest(${locationIds}::uuid[]) as at (place) cross join lateral (
              select * from ${from} where ${column} = place and ${where}
               order by ${order} limit ${offsetOf(page) + page.limit}) as found`;
  return one(tx, sql<Found>`select array(select id from ${rows} order by ${order} limit ${page.limit} offset ${offsetOf(page)}) as ids, ${total} as total`);
}

/** Finds a page among all that a query gives, each counted: for searches, whose total nothing but looking tells. */
export const foundAmong = (
  tx: Tx,
  { hits, order, page }: { hits: RawBuilder<unknown>; order: RawBuilder<unknown>; page: Page },
): Promise<Found> =>
  one(
    tx,
    sql<Found>`with hits as materialized (${hits})
      select array(select id from hits order by ${order} limit ${page.limit} offset ${offsetOf(page)}) as ids,
             (select count(*) from hits) as total`,
  );

async function one(tx: Tx, query: RawBuilder<Found>): Promise<Found> {
  const { rows } = await query.execute(tx);
  return rows[0] ?? { ids: [], total: 0 };
}

/** The rows in the order of their ids. */
export function inOrder<R extends { id: string }>({ ids }: Found, rows: readonly R[]): R[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
