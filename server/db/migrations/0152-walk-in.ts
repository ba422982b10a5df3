/**
 * Sales to customers without a name: each location has one contact for them, created when it is first needed. It is archived
 * from the start, so that it is not listed, searched, counted or checked in, and it has no address.
 */
export const walkIn = /* sql */ `
create table walk_in_contacts (
  location_id uuid primary key,
  company_id uuid not null,
  contact_id uuid not null unique,
  foreign key (company_id, location_id) references locations (company_id, id) on delete cascade,
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade
);
alter table walk_in_contacts enable row level security;
alter table walk_in_contacts force row level security;
create policy tenant on walk_in_contacts to spotter_app
  using (company_id = any ((select visible_companies())::uuid[]))
  with check (company_id = any ((select visible_companies())::uuid[]));
create policy maintenance on walk_in_contacts to spotter_maintenance using (true) with check (true);
grant select, insert, update, delete on walk_in_contacts to spotter_app, spotter_maintenance;

alter table contacts drop constraint contacts_email_check;
-- Not validated: the rows so far passed the stricter one.
alter table contacts add constraint contacts_email_check check (email <> '' or archived_at is not null) not valid;
`;
