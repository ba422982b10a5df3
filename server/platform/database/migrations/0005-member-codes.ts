import { ofCompany } from './policies.ts';

/** The codes on the cards of contacts. */
export const memberCodes = /* sql */ `
create table contact_codes (
  code text primary key check (code ~ '^[2-9A-HJKMNP-Z]{12}$'),
  company_id uuid not null,
  contact_id uuid not null,
  created_at timestamptz(3) not null default now(),
  -- When another one replaced it. It is kept, so that who scans it is told.
  ended_at timestamptz(3),
  foreign key (company_id, contact_id) references contacts (company_id, id) on delete cascade
);
create unique index contact_codes_current on contact_codes (contact_id) where ended_at is null;
create index contact_codes_of on contact_codes (contact_id);
${ofCompany('contact_codes')}
`;
