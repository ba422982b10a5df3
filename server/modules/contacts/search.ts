import { sql, type RawBuilder } from 'kysely';
import { peopleSearch } from '#server/platform/database/peopleSearch.ts';
import { likePattern } from '#server/platform/database/paginate.ts';

/** By name, email or phone, with all of the tags: at these locations, or at all in scope. For use in a `from` clause. */
export function matchingContacts(
  search: string | undefined,
  locationIds: readonly string[] | null,
  tags: readonly string[] = [],
): RawBuilder<unknown> {
  const { words, others } = search ? peopleSearch(search) : { words: [], others: [] };
  return sql`contacts_found_by(${words.map(likePattern)}::text[], ${others.map(likePattern)}::text[], ${tags}::text[], ${locationIds}::uuid[])`;
}
