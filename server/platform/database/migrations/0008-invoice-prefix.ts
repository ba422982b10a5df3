/** The letters of a location's invoice numbers may be chosen, instead of those that its city gives. */
export const invoicePrefix = /* sql */ `
alter table locations add column invoice_prefix text check (invoice_prefix ~ '^[A-Z][A-Z0-9]{1,5}$');
create unique index locations_invoice_prefix on locations (company_id, invoice_prefix) where invoice_prefix is not null;

-- Whether another location of the company begins its numbers like this, will do so, or did: numbers are unique in the company.
create function is_invoice_prefix_taken(location uuid, wanted text) returns boolean language sql stable as $$
  select exists (
    select from locations own
     where own.id = location and (
       exists (select from locations l where l.company_id = own.company_id and l.id <> own.id and l.invoice_prefix = wanted)
       or exists (select from invoice_counters c where c.company_id = own.company_id and c.location_id <> own.id and c.prefix = wanted)
       or exists (
         select from invoice_numbers n join invoices i on i.id = n.invoice_id
          where n.company_id = own.company_id and n.number like wanted || '-%' and i.location_id <> own.id)))
$$;

create or replace function new_invoice_prefix(location uuid) returns text language plpgsql as $$
declare
  letters text;
  wanted text;
begin
  select coalesce(nullif(upper(left(regexp_replace(l.city, '[^A-Za-z]', '', 'g'), 3)), ''),
                  nullif(upper(left(regexp_replace(l.name, '[^A-Za-z]', '', 'g'), 3)), ''), 'GYM')
    into letters from locations l where l.id = location;
  for n in 1..10000 loop
    wanted := letters || case n when 1 then '' else n::text end;
    if not is_invoice_prefix_taken(location, wanted) then return wanted; end if;
  end loop;
  return null;
end $$;

create or replace function number_invoice() returns trigger language plpgsql as $$
declare
  own invoice_counters;
  prefix text;
begin
  -- It may have been deleted, or numbered, in the same transaction.
  if not exists (select from invoices i where i.id = new.id) or exists (select from invoice_numbers n where n.invoice_id = new.id) then
    return null;
  end if;
  update invoice_counters c set last = c.last + 1 where c.location_id = new.location_id returning c.* into own;
  if own.location_id is null then
    -- The first invoice of the location.
    perform pg_advisory_xact_lock(hashtextextended('invoice prefix', 0));
    insert into invoice_counters as c (location_id, company_id, prefix, last)
    values (new.location_id, new.company_id, coalesce((select c.prefix from invoice_counters c where c.location_id = new.location_id), new_invoice_prefix(new.location_id)), 10001)
        on conflict (location_id) do update set last = c.last + 1
    returning c.* into own;
  end if;
  -- The counter's lock is held: a change of the prefix takes it too.
  prefix := coalesce((select l.invoice_prefix from locations l where l.id = new.location_id), own.prefix);
  insert into invoice_numbers (invoice_id, company_id, number, sequence) values (new.id, new.company_id, prefix || '-' || own.last, own.last);
  return null;
end $$;
`;
