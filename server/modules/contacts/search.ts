import { sql, type RawBuilder } from 'kysely';
import { readCode } from '#domain/contacts/memberCode.ts';
import { peopleSearch, wordStarts } from '#domain/shared/peopleSearch.ts';
import { likePattern } from '#server/platform/database/textSearch.ts';
import { listColumns } from '#server/platform/database/schema.ts';

/**
 * 0 if each word begins a word of the name and the first one begins the first name, 1 without the latter, 2 if it begins one or the email
 * or phone, 3 if it is only found in them. `findPeople` in domain does the same in the browser.
 */
export function byRelevance(search: string): RawBuilder<unknown> {
  const { words, others } = peopleSearch(search);
  const isBegun = (text: RawBuilder<unknown>) => {
    const has = (word: string) => {
      const patterns = wordStarts.map((start) => `%${start}${likePattern(word).slice(1)}`);
      return sql`' ' || ${text} like any (array(
        select search_words(lower(pattern collate "und-x-icu")) from unnest(${patterns}::text[]) as pattern))`;
    };
    return sql`(${sql.join([sql`(${sql.join(words.map(has), sql` and `)})`, ...others.map(has)], sql` or `)})`;
  };
  const name = sql`search_spellings(lower((c.first_name || ' ' || c.last_name) collate "und-x-icu"), '')`;
  const first = sql`search_words(lower(${likePattern(words[0] ?? '').slice(1)} collate "und-x-icu"))`;
  return sql`case when not ${isBegun(sql`search_spellings(c.search_text, c.phone)`)} then 3 when not ${isBegun(name)} then 2
    when ${name} like ${first} then 0 else 1 end`;
}

/**
 * A query for a `from` clause: contacts by name, email or phone, or by a whole code, with all of the tags, at these locations or in
 * the whole scope.
 */
export function matchingContacts(
  search: string | undefined,
  locationIds: readonly string[] | null,
  tags: readonly string[] = [],
): RawBuilder<unknown> {
  const { words, others } = search ? peopleSearch(search) : { words: [], others: [] };
  const byText = sql`contacts_found_by(${words.map(likePattern)}::text[], ${others.map(likePattern)}::text[], ${tags}::text[], ${locationIds}::uuid[])`;
  const code = search && tags.length === 0 ? readCode(search) : null;
  if (code === null) return byText;
  const columnsFrom = (table: string) => sql.raw(listColumns('contacts', table).join(', '));
  return sql`(
    select ${columnsFrom('f')} from ${byText} as f
     union
    select ${columnsFrom('w')} from contacts as w join contact_codes as k on k.contact_id = w.id
     where k.code = ${code} and k.ended_at is null and w.archived_at is null
       and w.home_location_id = any (coalesce(${locationIds}::uuid[], array[w.home_location_id])))`;
}
