/** Links for paying an invoice without signing in. A newer link replaces the older one, whose row stays so that its page can say so. */
export const paymentLinks = /* sql */ `
create table payment_links (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  invoice_id uuid not null,
  token_hash bytea not null unique,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  replaced_at timestamptz(3),
  foreign key (company_id, invoice_id) references invoices (company_id, id) on delete cascade
);
create unique index payment_links_current on payment_links (invoice_id) where replaced_at is null;
alter table payment_links enable row level security;
alter table payment_links force row level security;
create policy tenant on payment_links to spotter_app
  using (company_id = any ((select visible_companies())::uuid[]))
  with check (company_id = any ((select visible_companies())::uuid[]));
create policy maintenance on payment_links to spotter_maintenance using (true) with check (true);
grant select, insert, update, delete on payment_links to spotter_app, spotter_maintenance;

-- The company of a link: asked by its token, before a scope exists.
create function payment_link_company(hash bytea) returns uuid
language sql stable security definer set search_path from current as $$
  select l.company_id from payment_links l join companies c on c.id = l.company_id and c.archived_at is null
   where l.token_hash = hash
$$;
alter function payment_link_company(bytea) owner to spotter_maintenance;
`;
