/** As in `search_words`, without the digits of the phone. */
const plain = String.raw`case when octet_length(low) = char_length(low) then low else
      replace(replace(replace(replace(
        translate(regexp_replace(normalize(low, NFD), '[\u0300-\u036f]', '', 'g'), 'øłđðħıŧ’‘ʼ', 'olddhit'''''''),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') end`;

/**
 * A text as searches look at it: O'Neil is found by 'oneil' and by 'neil', so a text with an apostrophe stands there twice, first without
 * any. What is typed has none.
 */
export const spellings = /* sql */ `
create function search_spellings(low text, phone text) returns text language sql immutable parallel safe as $$
  select case when low ~ '[''’‘ʼ]' then replace(${plain}, '''', '') || ' ' else '' end
    || ${plain}
    || case when translate(phone, '+0123456789', '') = '' then '' else ' ' || regexp_replace(phone, '[^0-9]', '', 'g') end
$$;
`;

export const spellingsIndexes = [
  {
    name: 'contacts_spellings',
    on: 'contacts using gin (home_location_id, search_spellings(search_text, phone) gin_trgm_ops) where archived_at is null',
  },
  {
    name: 'invoices_spellings',
    on: 'invoices using gin (location_id, search_spellings(search_text, customer_phone) gin_trgm_ops)',
  },
];

/** Searches run in these functions, those of the build before this, too: nobody needs the earlier indexes any more. */
export const spellingsUsed = /* sql */ `
set local role spotter_maintenance;
create or replace function contacts_found_by(words text[], others text[], with_tags text[], at_locations uuid[]) returns setof contacts
language plpgsql stable security definer set search_path from current as $$
begin
  return query execute
    'select * from contacts where archived_at is null and company_id = any ($1) and home_location_id = any ($2)'
      || coalesce(' and (' || search_condition('search_spellings(search_text, phone)', words, others) || ')', '')
      || case when cardinality(with_tags) > 0 then ' and tags <> ''{}'' and lower_tags(tags) @> $3' else '' end
    using visible_companies(),
          coalesce(at_locations, array(select id from locations where company_id = any (visible_companies()))),
          lower_tags(with_tags);
end $$;

create or replace function invoices_found_by(words text[], others text[], at_locations uuid[]) returns setof invoices
language plpgsql stable security definer set search_path from current as $$
begin
  return query execute
    'select * from invoices where company_id = any ($1) and location_id = any ($2)'
      || coalesce(' and (' || search_condition('search_spellings(search_text, customer_phone)', words, others) || ')', '')
    using visible_companies(), at_locations;
end $$;

reset role;

drop index contacts_words;
drop index invoices_words;
`;
