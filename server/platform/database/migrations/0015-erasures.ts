import { ofCompany } from './policies.ts';

const now = `coalesce(nullif(current_setting('spotter.now', true), '')::timestamptz, now())`;

/** Contacts whose data was asked to be erased, and those whose data is. */
export const erasures = /* sql */ `
create table contact_erasures (
  contact_id uuid primary key,
  company_id uuid not null,
  asked_at timestamptz(3) not null,
  asked_by uuid not null,
  asked_by_name text not null,
  -- Until then it can be taken back.
  due_at timestamptz(3) not null check (due_at > asked_at),
  -- Why it could not be done when it was due. It is tried again.
  refusal text,
  erased_at timestamptz(3),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade
);
create index contact_erasures_due on contact_erasures (due_at) where erased_at is null;
create index contact_erasures_done on contact_erasures (company_id, erased_at) where erased_at is not null;
${ofCompany('contact_erasures')}

-- A text with each of the words, in any case, replaced by 'erased'.
create function without_words(given text, words text[]) returns text language plpgsql immutable as $$
declare word text;
begin
  foreach word in array words loop
    given := regexp_replace(given, regexp_replace(word, '([][\\\\.^$*+?(){}|-])', '\\\\\\1', 'g'), 'erased', 'gi');
  end loop;
  return given;
end $$;
-- The words as they stand in the text of a JSON document.
create function json_words(words text[]) returns text[] language sql immutable as $$
  select array(select substring(to_json(word)::text from 2 for length(to_json(word)::text) - 2) from unnest(words) as word)
$$;
create function has_words(given text, words text[]) returns boolean language sql immutable as $$
  select exists (select from unnest(words) as word where strpos(lower(given), lower(word)) > 0)
$$;

create function keeps_value(record_type text, value jsonb) returns boolean language sql immutable as $$
  select value = 'null' or record_type = 'invoice' and jsonb_typeof(value) in ('number', 'boolean')
$$;

-- The activity log is only ever added to. This is its one exception, for a contact whose erasure is due: entries stay, and lose the
-- contact's names and values. Amounts of invoices stay. words are the names, addresses and numbers of the contact, for the
-- entries of other records that name it.
create function erase_from_activity(contact uuid, words text[]) returns void
language plpgsql security definer set search_path from current as $$
declare company uuid;
begin
  select e.company_id into company from contact_erasures e
   where e.contact_id = contact and e.erased_at is null and e.due_at <= ${now} and e.company_id = any (visible_companies());
  if company is null then
    raise exception 'Only an erasure that is due changes the activity log';
  end if;
  update activity a
     set record_label = case when a.record_type = 'invoice' then without_words(a.record_label, words) else 'Erased contact' end,
         changes = (
           select coalesce(jsonb_agg(jsonb_build_object(
                    'field', c.change -> 'field',
                    'before', case when keeps_value(a.record_type, c.change -> 'before') then c.change -> 'before' else '"erased"' end,
                    'after', case when keeps_value(a.record_type, c.change -> 'after') then c.change -> 'after' else '"erased"' end)
                    order by c.position), '[]')
             from jsonb_array_elements(a.changes) with ordinality as c (change, position))
   where a.company_id = company
     and a.record_id in (
       select contact
        union all select id from contact_memberships where contact_id = contact
        union all select id from invoices where contact_id = contact
        union all select id from checkins where contact_id = contact
        union all select id from door_log where contact_id = contact
        union all select id from households where payer_id = contact);
  update activity a
     set record_label = without_words(a.record_label, words), changes = without_words(a.changes::text, json_words(words))::jsonb
   where a.company_id = company
     and (has_words(a.record_label, words)
          or has_words(a.changes::text, json_words(words)));
end $$;
alter function erase_from_activity(uuid, text[]) owner to spotter_maintenance;

alter table company_settings add column privacy jsonb not null default '{}';
`;
