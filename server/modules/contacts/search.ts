import { sql, type RawBuilder } from 'kysely';
import { readCode } from '#domain/contacts/memberCode.ts';
import { peopleSearch } from '#domain/shared/peopleSearch.ts';
import { likePattern } from '#server/platform/database/paginate.ts';
import { listColumns } from '#server/platform/database/schema.ts';

/** By name, email or phone, or by a whole code, with all of the tags: at these locations, or at all in scope. For use in a `from` clause. */
export function matchingContacts(
  search: string | undefined,
  locationIds: readonly string[] | null,
  tags: readonly string[] = [],
): RawBuilder<unknown> {
  const { words, others } = search ? peopleSearch(search) : { words: [], others: [] };
  const found = sql`contacts_found_by(${words.map(likePattern)}::text[], ${others.map(likePattern)}::text[], ${tags}::text[], ${locationIds}::uuid[])`;
  const code = search && tags.length === 0 ? readCode(search) : null;
  if (code === null) return found;
  const columnsOf = (table: string) => sql.raw(listColumns('contacts', table).join(', '));
  return sql`(
    select ${columnsOf('f')} from ${found} as f
     union
    select ${columnsOf('w')} from contacts as w join contact_codes as k on k.contact_id = w.id
     where k.code = ${code} and k.ended_at is null and w.archived_at is null
       and w.home_location_id = any (coalesce(${locationIds}::uuid[], array[w.home_location_id])))`;
}
