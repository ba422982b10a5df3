const searched = ['first_name', 'last_name', 'email', 'phone', 'home_location_id', 'archived_at'];
const valuesOf = (row: 'old' | 'new') => `(${searched.map((column) => `${row}.${column}`).join(', ')})`;

/**
 * An announcement says which contact of which company changed and where: at a location, or at all (`*`). The company alone says that
 * anybody may have changed. `spotter_people`, with the company, is what the build before this listens to.
 */
export const changedPeople = /* sql */ `
create function announce_contact(company uuid, contact uuid, place text) returns void language plpgsql as $$
begin
  perform pg_notify('spotter_people', company::text);
  perform pg_notify('spotter_contacts', concat_ws(' ', company, contact, place));
end $$;

create or replace function announce_people() returns trigger language plpgsql as $$
declare
  today date;
  contact uuid := case when tg_op = 'DELETE' then old.id else new.id end;
begin
  if tg_op = 'UPDATE' and ${valuesOf('old')} is not distinct from ${valuesOf('new')} then
    select (now() at time zone timezone)::date into today from locations where id = new.home_location_id;
    if (old.member_through >= today) is not distinct from (new.member_through >= today) then return null; end if;
  end if;
  perform announce_contact(coalesce(new.company_id, old.company_id), contact, place)
     from (select old.home_location_id::text union select new.home_location_id::text
           union select coalesce(m.location_id::text, '*') from contact_memberships m
            where m.contact_id = contact and m.granted_at is not null) as places (place)
    where place is not null;
  return null;
end $$;

create or replace function announce_visitors() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform announce_contact(old.company_id, old.contact_id, coalesce(old.location_id::text, '*'));
  end if;
  if tg_op <> 'DELETE' then
    perform announce_contact(new.company_id, new.contact_id, coalesce(new.location_id::text, '*'));
  end if;
  return null;
end $$;

create function announce_timezone() returns trigger language plpgsql as $$
begin
  perform announce_contact(new.company_id, null, null);
  return null;
end $$;
create trigger announce_timezone after update of timezone on locations for each row
  when (old.timezone is distinct from new.timezone) execute function announce_timezone();
`;
