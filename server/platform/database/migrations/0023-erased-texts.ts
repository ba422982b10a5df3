const now = `coalesce(nullif(current_setting('spotter.now', true), '')::timestamptz, now())`;

/** What staff wrote about an erased contact on other records. */
export const erasedTexts = /* sql */ `
-- A closed drawer keeps its figures for good; its texts may lose the name of an erased contact.
create or replace function keep_closed_drawer() returns trigger language plpgsql as $$
begin
  if current_user = 'spotter_maintenance' and to_jsonb(new) - '{note,report}'::text[] = to_jsonb(old) - '{note,report}'::text[] then
    return new;
  end if;
  raise exception 'A closed drawer is never changed';
end $$;

-- Replaces the words in everything that staff type freely, in the whole company of a contact whose erasure is due. Some of these rows are
-- only ever added to, which is why the application cannot do it.
create function erase_from_texts(contact uuid, words text[]) returns void
language plpgsql security definer set search_path from current as $$
declare
  company uuid;
  place record;
begin
  select e.company_id into company from contact_erasures e
   where e.contact_id = contact and e.erased_at is null and e.due_at <= ${now} and e.company_id = any (visible_companies());
  if company is null then
    raise exception 'Only an erasure that is due changes what staff wrote';
  end if;
  for place in
    select * from (values
      ('contacts', 'notes'), ('contacts', 'emergency_contact_name'), ('contact_notes', 'text'), ('contact_blocks', 'reason'),
      ('contact_memberships', 'notes'), ('contact_memberships', 'cancel_note'), ('contact_memberships', 'access_reason'),
      ('membership_freezes', 'reason'), ('households', 'name'), ('invoices', 'description'), ('invoices', 'notes'),
      ('invoices', 'closed_reason'), ('invoice_lines', 'description'), ('invoice_lines', 'discount_reason'),
      ('payments', 'reference'), ('refunds', 'reason'), ('parked_sales', 'note'), ('stock_movements', 'note'),
      ('drawer_movements', 'reason'), ('drawers', 'note')) as free (in_table, in_column)
  loop
    execute format(
      'update %1$I set %2$I = without_words(%2$I, $1) where company_id = $2 and has_words(%2$I, $1)',
      place.in_table, place.in_column) using words, company;
  end loop;
  update contacts set emergency_contact_phone = '' where company_id = company and emergency_contact_phone = any (words);
  update drawers set report = without_words(report::text, json_words(words))::jsonb
   where company_id = company and has_words(report::text, json_words(words));
  update emails set data = without_words(data::text, json_words(words))::jsonb
   where company_id = company and has_words(data::text, json_words(words));
end $$;
alter function erase_from_texts(uuid, text[]) owner to spotter_maintenance;
`;
