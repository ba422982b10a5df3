import { ofCompany } from './policies.ts';

/** One payer for several members. An invoice of a household has a line for each member whose membership it renews. */
export const households = /* sql */ `
create table households (
  id uuid primary key,
  company_id uuid not null references companies on delete cascade,
  name text not null check (name <> ''),
  payer_id uuid not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  unique (company_id, id)
);
create index households_newest on households (company_id, created_at, id);
${ofCompany('households')}

-- The payer is one of them.
create table household_members (
  contact_id uuid primary key,
  company_id uuid not null,
  household_id uuid not null,
  relation text not null default '',
  -- Speaks for the household at the desk.
  may_act boolean not null default false,
  joined_at timestamptz(3) not null,
  unique (household_id, contact_id),
  foreign key (company_id, household_id) references households (company_id, id) on delete cascade,
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade
);
${ofCompany('household_members')}
alter table households add constraint households_payer
  foreign key (id, payer_id) references household_members (household_id, contact_id) deferrable initially deferred;

-- Who gets the invoices of a contact's memberships.
create function payer_of(contact uuid) returns uuid language sql stable as $$
  select coalesce(
    (select h.payer_id from household_members m join households h on h.id = m.household_id where m.contact_id = contact), contact)
$$;

-- Whose membership the line is for, when somebody else gets the invoice. A copy, like the other names.
alter table invoice_lines add column member_name text;

-- Which line of the invoice bills it.
alter table renewals add column line integer not null default 0;
`;

export const householdIndexes = [
  { name: 'renewals_invoice_line', on: 'renewals (invoice_id, line) where invoice_id is not null', isUnique: true },
];

/** An invoice may renew several memberships now. */
export const householdInvoices = /* sql */ `drop index renewals_invoice;`;
