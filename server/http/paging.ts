import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type Compilable,
  type Expression,
  type RawBuilder,
  type SqlBool,
} from 'kysely';
import { columns } from '#server/db/columns.ts';
import type { Tx } from '#server/db/database.ts';
import type { Tables } from '#server/db/schema.ts';
import { offsetOf } from './listing.ts';

/** Which rows a page has, in their order, and how many there are on all pages together. */
interface Found {
  ids: string[];
  total: number;
}

interface Page {
  page: number;
  limit: number;
}

/** Columns are named without an alias: one table, or what was found in it. */
interface Rows {
  table: keyof typeof columns;
  location: string;
  where?: RawBuilder<SqlBool>;
  order: RawBuilder<unknown>;
}

/** What a list's query reads its rows by: `where c.id = any (${foundIds})`. */
export const foundIds = sql<string[]>`found.ids`;

/** Builds and compiles queries, and runs none. */
const onPaper = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** A list's query for its rows, compiled once and not anew for each page. It takes no values: it finds its rows by `foundIds`. */
export const rowsOnce = <Row>(build: (tx: Tx) => Compilable<Row>): RawBuilder<Row> => sql.raw<Row>(`(${build(onPaper).compile().sql})`);

/**
 * A page's rows in their order, and how many there are on all pages together, in one statement and so as of one moment:
 * `found` tells their ids, `rows` reads them by `foundIds`. Materialized, since otherwise they are found twice: to read
 * the rows, and once more to sort them.
 */
export async function pageOf<Row extends { id: string }>(
  tx: Tx,
  found: RawBuilder<Found>,
  rows: Expression<Row>,
): Promise<{ rows: Row[]; total: number }> {
  const { rows: listed } = await sql<Row & { total_found: number }>`
    with found as materialized (${found})
    select found.total as total_found, listed.*
      from found left join lateral ${rows} as listed on true
     order by array_position(found.ids, listed.id)`.execute(tx);
  // A page beyond the last is one row that has the total and nothing else.
  return { rows: listed.filter(({ id }) => id !== null), total: listed[0]?.total_found ?? 0 };
}

/**
 * Finds a page among the rows of some locations, whose total is found otherwise. One location's rows come in order
 * from an index that has all of it, so that the hundredth page reads index entries and no rows; several are merged.
 */
export function foundAt(
  { table, location, where = sql<SqlBool>`true`, order }: Rows,
  { locationIds, page, total }: { locationIds: readonly string[]; page: Page; total: RawBuilder<number> },
): RawBuilder<Found> {
  const [from, column] = [sql.table(table), sql.ref(location)];
  const [only, ...others] = locationIds;
  const rows =
    others.length === 0
      ? sql`${from} where ${column} = ${only ?? null}::uuid and ${where}`
      : sql`unnest(${locationIds}::uuid[]) as at (place) cross join lateral (
              select ${sql.join(columns[table].map(sql.ref))} from ${from} where ${column} = place and ${where}
               order by ${order} limit ${offsetOf(page) + page.limit}) as found`;
  return sql<Found>`select array(select id from ${rows} order by ${order} limit ${page.limit} offset ${offsetOf(page)}) as ids, ${total} as total`;
}

/** How many of some locations' rows there are, each counted by its index entry: for a few that no tally knows. */
export const counted = (table: keyof Tables, location: string, locationIds: readonly string[], where: RawBuilder<SqlBool>): RawBuilder<number> =>
  sql<number>`(select count(*) from ${sql.table(table)} where ${sql.ref(location)} = any (${locationIds}::uuid[]) and ${where})`;

/** Finds a page among all that a query gives, each counted: for searches, whose total nothing but looking tells. */
export const foundAmong = (hits: Expression<unknown>, order: RawBuilder<unknown>, page: Page): RawBuilder<Found> =>
  sql<Found>`with hits as materialized (${hits})
    select array(select id from hits order by ${order} limit ${page.limit} offset ${offsetOf(page)}) as ids,
           (select count(*) from hits) as total`;
