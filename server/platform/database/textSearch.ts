import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { searchWords } from '#domain/shared/textSearch.ts';

export const likePattern = (search: string): string => `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/**
 * True when each word of the search occurs in these texts, without regard to capitals, accents and apostrophes. Only for tables of
 * a few thousand rows: it uses no index.
 */
export const hasWordsSql = (texts: readonly RawBuilder<unknown>[], search: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`search_spellings(lower(concat_ws(' ', ${sql.join(texts)}) collate "und-x-icu"), '') like all (array(
    select search_words(lower(word collate "und-x-icu")) from unnest(${searchWords(search).map(likePattern)}::text[]) as word))`;
