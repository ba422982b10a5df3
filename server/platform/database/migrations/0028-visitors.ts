const searched = ['first_name', 'last_name', 'email', 'phone', 'home_location_id', 'archived_at'];
const valuesOf = (row: 'old' | 'new') => `(${searched.map((column) => `${row}.${column}`).join(', ')})`;

/**
 * Whether somebody stopped or began to be a member is asked by the clock of their home location, and a visitor is announced with a
 * membership that does not change until when they are a member.
 */
export const visitors = /* sql */ `
create or replace function announce_people() returns trigger language plpgsql as $$
declare today date;
begin
  if tg_op = 'UPDATE' and ${valuesOf('old')} is not distinct from ${valuesOf('new')} then
    select (now() at time zone timezone)::date into today from locations where id = new.home_location_id;
    if (old.member_through >= today) is not distinct from (new.member_through >= today) then return null; end if;
  end if;
  perform pg_notify('spotter_people', (case when tg_op = 'DELETE' then old.company_id else new.company_id end)::text);
  return null;
end $$;
create or replace trigger announce_people after update of ${searched.join(', ')}, member_through on contacts for each row
  when ((${valuesOf('old')}, old.member_through) is distinct from (${valuesOf('new')}, new.member_through))
  execute function announce_people();

create function announce_visitors() returns trigger language plpgsql as $$
begin
  perform pg_notify('spotter_people', (case when tg_op = 'DELETE' then old.company_id else new.company_id end)::text);
  return null;
end $$;
create trigger announce_added_visitors after insert on contact_memberships for each row
  when (new.granted_at is not null) execute function announce_visitors();
create trigger announce_removed_visitors after delete on contact_memberships for each row
  when (old.granted_at is not null) execute function announce_visitors();
create trigger announce_visitors after update of granted_at, location_id, contact_id on contact_memberships for each row
  when ((old.granted_at is null, old.location_id, old.contact_id) is distinct from (new.granted_at is null, new.location_id, new.contact_id))
  execute function announce_visitors();
`;
