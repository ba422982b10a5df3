import { version } from '#domain/shared/version.ts';

export const readmeText = (
  now: Date,
): string => `Everything that your company has in Spotter ${version}, as of ${now.toISOString()}.

tables/      Each table twice: as CSV for a spreadsheet, and as JSON with a row on each line.
             Money is in cents, times are in UTC, dates are calendar dates of the location.
             activity is the activity log. ledger_postings and ledger_entries are the books.
files/       Photos, agreements and signed agreements, by the names in the columns that end in _key, without
             the id of the company before them. Drawn signatures are in signature_drawings, as hexadecimal PNG.
schema.json  The version of Spotter, and the columns and types of each table.
manifest.json  The size and SHA-256 of every file in this archive.

Not in here: passwords, sessions, second factors, passkeys, API keys, the secrets of webhooks and devices, the hashes of
links, your signing certificate and your Stripe keys. Your Stripe account is your own; customers and payments are named by
their ids there.

This archive holds personal data. Keep it as safe as the gym's own records, and delete it when you do not need it any more.
`;
