/**
 * Finds contacts by one of several texts, so that a phone number matches both as shown and as stored. The location is always
 * part of the search, so that it uses the index of one company's contacts; without locations it searches all of the companies
 * in scope.
 */
export const phoneSearches = /* sql */ `
create function contacts_matching_any(patterns text[], at_locations uuid[]) returns setof contacts
language plpgsql stable security definer set search_path from current as $$
begin
  return query execute
    'select * from contacts
      where search_text like any ($1) and archived_at is null and company_id = any ($2) and home_location_id = any ($3)'
    using array(select lower(pattern collate "und-x-icu") from unnest(patterns) as pattern), visible_companies(),
          coalesce(at_locations, array(select id from locations where company_id = any (visible_companies())));
end $$;
`;
