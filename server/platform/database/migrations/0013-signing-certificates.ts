import { ofCompany } from './policies.ts';

/** A company's own certificate with its key, encrypted, for sealing agreements. */
export const signingCertificates = /* sql */ `
create table signing_certificates (
  company_id uuid primary key references companies on delete cascade,
  p12_sealed text not null,
  subject text not null,
  issuer text not null,
  valid_from timestamptz(3) not null,
  valid_to timestamptz(3) not null check (valid_to > valid_from),
  uploaded_by uuid not null,
  uploaded_by_name text not null,
  uploaded_at timestamptz(3) not null
);
${ofCompany('signing_certificates')}
`;
