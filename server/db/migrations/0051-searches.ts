/**
 * Searches look up the location and the text in one index and return whole rows, which need not be looked up again to be
 * sorted and counted. They are planned for the actual text each time: a generic plan expects every search to match half of
 * the table, and reads a million rows to find twenty.
 */
export const searches = /* sql */ `
create extension if not exists btree_gin;

drop index contacts_search, invoices_search;
create index contacts_search on contacts using gin (home_location_id, search_text gin_trgm_ops) where archived_at is null;
create index invoices_search on invoices using gin (location_id, search_text gin_trgm_ops);

drop function matching_contacts(text, uuid[]), matching_invoices(text, uuid[]);

-- Without locations: those of all.
create function matching_contacts(pattern text, at_locations uuid[]) returns setof contacts
language plpgsql stable security definer set search_path from current as $$
begin
  return query execute
    'select * from contacts where search_text like $1 and archived_at is null and company_id = any ($2)'
      || case when at_locations is not null then ' and home_location_id = any ($3)' else '' end
    using lower(pattern collate "und-x-icu"), visible_companies(), at_locations;
end $$;

create function matching_invoices(patterns text[], at_locations uuid[]) returns setof invoices
language plpgsql stable security definer set search_path from current as $$
begin
  return query execute
    'select * from invoices where search_text like any ($1) and company_id = any ($2) and location_id = any ($3)'
    using array(select lower(pattern collate "und-x-icu") from unnest(patterns) as pattern), visible_companies(), at_locations;
end $$;
`;
