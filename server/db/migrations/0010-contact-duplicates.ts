/**
 * Finds contacts that may be the same person. As with the search, row-level security would keep `lower()` from using the
 * index, so the function runs with the owner's rights and checks the companies in its own condition.
 */
export const contactDuplicates = /* sql */ `
create index contacts_phone on contacts (company_id, phone) where archived_at is null and phone <> '';
create index contacts_birthday on contacts (company_id, date_of_birth) where archived_at is null and date_of_birth is not null;

create function similar_contacts(in_companies uuid[], like_email text, like_phone text, like_first text, like_last text, born date)
returns table (id uuid, reason text)
language sql stable security definer set search_path from current as $$
  select c.id, 'email' from contacts c
   where c.company_id = any (in_companies) and c.company_id = any (visible_companies()) and c.archived_at is null
     and lower(c.email) = lower(like_email)
  union all
  select c.id, 'phone' from contacts c
   where c.company_id = any (in_companies) and c.company_id = any (visible_companies()) and c.archived_at is null
     and c.phone = like_phone and c.phone <> ''
  union all
  select c.id, 'name_and_birthday' from contacts c
   where c.company_id = any (in_companies) and c.company_id = any (visible_companies()) and c.archived_at is null
     and c.date_of_birth = born
     and lower(c.first_name) = lower(like_first collate "und-x-icu") and lower(c.last_name) = lower(like_last collate "und-x-icu")
$$;
`;
