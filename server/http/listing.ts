import { sql, type RawBuilder } from 'kysely';
import type { SortOrder } from '#domain/contract/common.ts';

/** A search text as a `like` pattern for "contains it"; `%`, `_` and `\` mean themselves. */
export const likePattern = (search: string): string => `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** The first row of a page. */
export const offsetOf = ({ page, limit }: { page: number; limit: number }): number => (page - 1) * limit;

/** `order by` from a map of the contract's columns, tied by keys of which the last is unique, so that pages never overlap. */
export const orderBy = <C extends string>(
  columns: Record<C, RawBuilder<unknown>>,
  { sortBy, sortOrder }: { sortBy: C; sortOrder: SortOrder },
  ...ties: readonly RawBuilder<unknown>[]
): RawBuilder<unknown> => {
  const direction = sortOrder === 'desc' ? sql`desc` : sql`asc`;
  return sql.join([columns[sortBy], ...ties].map((column) => sql`${column} ${direction}`));
};
