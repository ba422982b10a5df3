import { ofCompany } from './policies.ts';

/**
 * Each paid period of a membership with its days and its price, for the report of deferred revenue. A job stores them, by the query
 * of `paidPeriods.ts`. What changes a row that the query reads adds the membership to `outdated_paid_periods` in the same
 * transaction: its periods are read by the query itself until the job has stored them again.
 */
export const paidPeriods = /* sql */ `
create table paid_periods (
  company_id uuid not null references companies on delete cascade,
  contact_membership_id uuid not null,
  invoice_id uuid not null,
  -- Of the invoice.
  location_id uuid not null,
  invoiced_at timestamptz(3) not null,
  -- Since when the invoice is paid and nothing of it has changed.
  paid_at timestamptz(3),
  total_cents integer not null,
  plan text not null,
  -- Without tax.
  cents bigint not null,
  -- Without those of freezes. Null for the price difference of a change of plan, whose days begin with it.
  days integer,
  changed_at timestamptz(3),
  -- Including the days of ended freezes, and of open ones too.
  end_date date not null,
  last_end date not null,
  cancels_on date
);
create index paid_periods_of on paid_periods (contact_membership_id);
create index paid_periods_unserved on paid_periods (company_id, last_end, invoiced_at);
${ofCompany('paid_periods', { may: 'select' })}

-- Only ever added to, and without keys, so that no transaction waits for another. A membership may be in it more than once.
create table outdated_paid_periods (
  company_id uuid not null,
  contact_membership_id uuid not null
);
${ofCompany('outdated_paid_periods', { may: 'select, insert' })}

create function outdate_paid_periods() returns trigger language plpgsql as $$
begin
  insert into outdated_paid_periods (company_id, contact_membership_id)
  values (coalesce(new.company_id, old.company_id), coalesce(new.contact_membership_id, old.contact_membership_id));
  return null;
end $$;
create trigger renewals_paid_periods after insert or update or delete on renewals
  for each row execute function outdate_paid_periods();
create trigger plan_changes_paid_periods after insert or update or delete on plan_changes
  for each row execute function outdate_paid_periods();
create trigger membership_freezes_paid_periods after insert or update or delete on membership_freezes
  for each row execute function outdate_paid_periods();

create function outdate_periods_of_membership() returns trigger language plpgsql as $$
begin
  insert into outdated_paid_periods (company_id, contact_membership_id)
  values (coalesce(new.company_id, old.company_id), coalesce(new.id, old.id));
  return null;
end $$;
create trigger contact_memberships_paid_periods after insert or update or delete on contact_memberships
  for each row execute function outdate_periods_of_membership();

create function outdate_periods_of_invoice() returns trigger language plpgsql as $$
declare
  invoice uuid;
begin
  if tg_table_name = 'invoices' then invoice := new.id; else invoice := coalesce(new.invoice_id, old.invoice_id); end if;
  insert into outdated_paid_periods (company_id, contact_membership_id)
  select m.company_id, m.id from contact_memberships m where m.invoice_id = invoice
   union all
  select r.company_id, r.contact_membership_id from renewals r where r.invoice_id = invoice
   union all
  select p.company_id, p.contact_membership_id from plan_changes p where p.invoice_id = invoice;
  return null;
end $$;
create trigger invoices_paid_periods after update on invoices
  for each row execute function outdate_periods_of_invoice();
create trigger invoice_lines_paid_periods after insert on invoice_lines
  for each row when (new.type = 'membership') execute function outdate_periods_of_invoice();
create trigger invoice_lines_paid_periods_changed after update or delete on invoice_lines
  for each row execute function outdate_periods_of_invoice();

set local role spotter_maintenance;
insert into outdated_paid_periods (company_id, contact_membership_id) select company_id, id from contact_memberships;
reset role;
`;
