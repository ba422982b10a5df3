import { ofNoCompany } from './policies.ts';

/** One row at most: when this installation was last backed up, and when that last failed. */
export const backups = /* sql */ `
create table last_backup (
  only_row boolean primary key default true check (only_row),
  completed_at timestamptz(3),
  failed_at timestamptz(3),
  failure text,
  check (completed_at is not null or failed_at is not null),
  check ((failed_at is null) = (failure is null))
);
${ofNoCompany('last_backup')}
`;
