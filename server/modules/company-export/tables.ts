import { columns, type Tables } from '#server/platform/database/schema.ts';

type TableName = keyof Tables;

/** Each is left out for the reason beside it. A new table is exported unless it is named here. */
export const leftOut = {
  // How people, programs and devices sign in. They are invited, made and paired anew.
  api_key_limits: 'sign-in',
  api_keys: 'sign-in',
  device_doors: 'sign-in',
  device_limits: 'sign-in',
  device_pairings: 'sign-in',
  device_streams: 'sign-in',
  devices: 'sign-in',
  passkey_challenges: 'sign-in',
  passkeys: 'sign-in',
  rate_limit_hits: 'sign-in',
  recovery_codes: 'sign-in',
  second_factors: 'sign-in',
  security_emails: 'sign-in',
  sessions: 'sign-in',
  setup_token: 'sign-in',
  sign_in_challenges: 'sign-in',
  user_tokens: 'sign-in',
  // Keys, and links that work for whoever has them.
  payment_links: 'secret',
  sealing_keys: 'secret',
  signature_requests: 'secret',
  signing_certificates: 'secret',
  signing_keys: 'secret',
  stripe_configs: 'secret',
  // Of the installation, not of a company.
  jobs: 'installation',
  last_backup: 'installation',
  // Work in progress, and what other systems were told.
  deleted_files: 'in progress',
  door_commands: 'in progress',
  drawer_emails: 'in progress',
  events: 'in progress',
  exports: 'in progress',
  idempotency_keys: 'in progress',
  planned_cash: 'in progress',
  webhook_deliveries: 'in progress',
  webhook_events: 'in progress',
} as const satisfies Partial<Record<TableName, string>>;

export type ExportedTable = Exclude<TableName, keyof typeof leftOut>;

export const exportedTables = (Object.keys(columns) as TableName[]).filter(
  (name): name is ExportedTable => !(name in leftOut),
);

/** Hashes of tokens, and what is encrypted with the secret of this installation. */
const isSecret = (column: string) => /_(hash|sealed)$/.test(column);

export const exportedColumns = (table: ExportedTable): readonly string[] =>
  columns[table].filter((column) => !isSecret(column));

/** The rows of the company `$1`, by alias `t`. An email that waits would be sent twice. */
export const exportedRows = (table: ExportedTable): string =>
  ({
    companies: 't.id = $1',
    emails: "t.company_id = $1 and t.state <> 'waiting'",
    users: `t.id in (select user_id from company_users where company_id = $1
              union select user_id from company_admins where company_id = $1
              union select user_id from location_access where company_id = $1)`,
  })[table as string] ?? 't.company_id = $1';
