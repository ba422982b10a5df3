/**
 * The policies also apply to the owner of the tables, so that a connection which lost its role sees at most one company's rows.
 * Functions that look across companies, and backups, run as `spotter_maintenance`. Its policy is a constant, which the
 * planner removes. With another condition `like` could not use the trigram indexes.
 */
export const maintenanceRole = /* sql */ `
do $$ begin
  create role spotter_maintenance nologin;
exception when duplicate_object or unique_violation then null;
end $$;

-- The owner may take the role without inheriting it, or its policy would hold for the owner as well. PostgreSQL 15
-- knows no such grant: there the owner still sees every row.
do $$ begin
  if current_setting('server_version_num')::int >= 160000 then
    execute format('grant spotter_maintenance to %I with inherit false, set true', current_user);
  else
    execute format('grant spotter_maintenance to %I', current_user);
  end if;
exception when insufficient_privilege then null;
end $$;

do $$ begin execute format('grant usage, create on schema %I to spotter_maintenance', current_schema()); end $$;
grant select, insert, update, delete on all tables in schema public to spotter_maintenance;
alter default privileges in schema public grant select, insert, update, delete on tables to spotter_maintenance;

do $$ declare walled regclass; definer regprocedure; begin
  for walled in select polrelid from pg_policy where polname = 'tenant' loop
    execute format('create policy maintenance on %s to spotter_maintenance using (true) with check (true)', walled);
  end loop;
  for definer in
    select p.oid from pg_proc p
     where p.prosecdef and p.pronamespace = current_schema()::regnamespace
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  loop
    execute format('alter function %s owner to spotter_maintenance', definer);
  end loop;
end $$;
`;

/**
 * In a separate transaction, after the functions have changed their owner: a call that was waiting for the previous one still
 * runs as the owner of the tables, and would see nothing.
 */
export const forcedRowSecurity = /* sql */ `
do $$ declare walled regclass; begin
  for walled in select polrelid from pg_policy where polname = 'tenant' loop
    execute format('alter table %s force row level security', walled);
  end loop;
end $$;
`;
