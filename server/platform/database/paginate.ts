import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { SortOrder } from '#domain/shared/contract.ts';

export interface Page {
  page: number;
  limit: number;
}

export const getOffset = ({ page, limit }: Page): number => (page - 1) * limit;

export const totalCount = sql<number>`count(*) over ()`.as('total_count');

/** A page past the last has no row that carries the total: then it is read with the first row. */
export async function paginate<Row extends { total_count: number }>(
  page: Page,
  query: (page: Page) => Promise<Row[]>,
): Promise<{ rows: Row[]; total: number }> {
  const rows = await query(page);
  const counted = rows.length > 0 || page.page === 1 ? rows : await query({ page: 1, limit: 1 });
  return { rows, total: counted[0]?.total_count ?? 0 };
}

/** The last tie-breaker is unique, so that pages never overlap. */
export const orderBy = <C extends string>(
  columns: Record<C, RawBuilder<unknown>>,
  { sortBy, sortOrder }: { sortBy: C; sortOrder: SortOrder },
  ...ties: readonly RawBuilder<unknown>[]
): RawBuilder<unknown> => {
  const direction = sortOrder === 'desc' ? sql`desc` : sql`asc`;
  return sql.join([columns[sortBy], ...ties].map((column) => sql`${column} ${direction}`));
};

export const isAskedFor = (id: RawBuilder<unknown>, ids: readonly string[] | undefined) =>
  ids ? sql<SqlBool>`${id} = any (${ids}::uuid[])` : sql<SqlBool>`true`;
