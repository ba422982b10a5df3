/**
 * Finds contacts and invoices by the words of a search, whatever their order, case and accents, and by the digits of a phone
 * that is stored with an extension; contacts also by their tags. As with the earlier searches, the functions run with the
 * owner's rights and check the companies in their own conditions.
 */
export const contactWords = /* sql */ `
-- Two lower-cased texts that differ in accents or apostrophes only give the same. Most have neither, which is seen by their
-- length. All in one expression of pg_catalog, so that indexes are built under any search path and it is planned inline.
create function search_words(low text, phone text) returns text language sql immutable parallel safe as $$
  select case when octet_length(low) = char_length(low) then low else
      replace(replace(replace(replace(
        translate(regexp_replace(normalize(low, NFD), '[\\u0300-\\u036f]', '', 'g'), 'øłđðħıŧ’‘ʼ', 'olddhit'''''''),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') end
    || case when translate(phone, '+0123456789', '') = '' then '' else ' ' || regexp_replace(phone, '[^0-9]', '', 'g') end
$$;

create function lower_tags(tags text[]) returns text[] language sql immutable parallel safe as $$
  select array(select lower(tag collate "und-x-icu") from unnest(tags) as tag)
$$;

alter table contacts add column tags text[] not null default '{}';

-- A condition: all of the words are found in this text, or one of the others. Null where there is nothing to find.
create function search_condition(found_in text, words text[], others text[]) returns text language sql stable as $$
  select nullif(concat_ws(' or ',
    (select '(' || string_agg(format('%s like %L', found_in, search_words(lower(word collate "und-x-icu"), '')), ' and ') || ')' from unnest(words) as word),
    (select string_agg(format('%s like %L', found_in, search_words(lower(other collate "und-x-icu"), '')), ' or ') from unnest(others) as other)), '')
$$;

-- Without locations: those of all companies in scope. Without words, others or tags those do not narrow it.
create function contacts_found_by(words text[], others text[], with_tags text[], at_locations uuid[]) returns setof contacts
language plpgsql stable security definer set search_path from current as $$
begin
  return query execute
    'select * from contacts where archived_at is null and company_id = any ($1) and home_location_id = any ($2)'
      || coalesce(' and (' || search_condition('search_words(search_text, phone)', words, others) || ')', '')
      || case when cardinality(with_tags) > 0 then ' and tags <> ''{}'' and lower_tags(tags) @> $3' else '' end
    using visible_companies(),
          coalesce(at_locations, array(select id from locations where company_id = any (visible_companies()))),
          lower_tags(with_tags);
end $$;

create function invoices_found_by(words text[], others text[], at_locations uuid[]) returns setof invoices
language plpgsql stable security definer set search_path from current as $$
begin
  return query execute
    'select * from invoices where company_id = any ($1) and location_id = any ($2)'
      || coalesce(' and (' || search_condition('search_words(search_text, customer_phone)', words, others) || ')', '')
    using visible_companies(), at_locations;
end $$;

-- Where the owner of the tables is under the policies already (0120-forced-row-security), they run as the role that is not.
do $$ begin
  if exists (select from pg_policy where polname = 'maintenance' and polrelid = 'contacts'::regclass) then
    alter function contacts_found_by(text[], text[], text[], uuid[]) owner to spotter_maintenance;
    alter function invoices_found_by(text[], text[], uuid[]) owner to spotter_maintenance;
  end if;
end $$;
`;
