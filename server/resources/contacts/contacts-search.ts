import { sql, type RawBuilder } from 'kysely';
import { searchTexts } from '#domain/rules/phone.ts';
import { likePattern } from '#server/db/paginate.ts';

/** The contacts that a search finds by name, e-mail or phone: at these locations, or at all in scope. For a `from`. */
export const matchingContacts = (search: string, locationIds: readonly string[] | null): RawBuilder<unknown> =>
  sql`contacts_matching_any(${searchTexts(search).map(likePattern)}::text[], ${locationIds}::uuid[])`;
