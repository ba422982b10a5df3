/** Announces whose access may have ended, with the commit that ended it, so that open streams are checked at once. */
export const accessEnded = /* sql */ `
create function announce_access() returns trigger language plpgsql as $$
begin
  perform pg_notify('spotter_access', (case when tg_op = 'DELETE' then old.user_id else new.user_id end)::text);
  return null;
end $$;

create trigger announce_access after update of revoked_at on sessions for each row execute function announce_access();
create trigger announce_access after update or delete on location_access for each row execute function announce_access();
create trigger announce_access after delete on company_admins for each row execute function announce_access();
create trigger announce_access after insert or update of status on company_users for each row execute function announce_access();
`;
