/**
 * Which contacts of a company have one of many e-mail addresses. As with the search, row-level security would keep `lower()`
 * from using the index, so the function runs with the owner's rights and checks the companies in its own condition.
 */
export const contactEmails = /* sql */ `
create function contacts_with_emails(in_company uuid, emails text[])
returns table (id uuid, first_name text, last_name text, email text)
language sql stable security definer set search_path from current as $$
  select c.id, c.first_name, c.last_name, c.email
    from unnest(emails) as wanted (email)
    join contacts c on c.company_id = in_company and lower(c.email) = lower(wanted.email)
   where c.archived_at is null and c.company_id = any (visible_companies())
$$;
`;
