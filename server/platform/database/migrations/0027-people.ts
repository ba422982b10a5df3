const searched = ['first_name', 'last_name', 'email', 'phone', 'home_location_id', 'archived_at'];
const differs = (value: (row: 'old' | 'new') => string) => `${value('old')} is distinct from ${value('new')}`;

/**
 * Announces that a search for people of a company finds somebody else, or finds them by something else, with the commit of the change.
 * A check-in, a sale or a renewal changes none of that, so it does not wait for other commits that announce something.
 */
export const people = /* sql */ `
create function announce_people() returns trigger language plpgsql as $$
begin
  perform pg_notify('spotter_people', (case when tg_op = 'DELETE' then old.company_id else new.company_id end)::text);
  return null;
end $$;
create trigger announce_added_people after insert or delete on contacts for each row execute function announce_people();
create trigger announce_people after update of ${searched.join(', ')}, member_through on contacts for each row
  when (${[
    ...searched.map((column) => differs((row) => `${row}.${column}`)),
    differs((row) => `(${row}.member_through >= current_date)`),
  ].join(' or ')})
  execute function announce_people();
`;
