import { version } from '#domain/shared/version.ts';

/** Says in the archive what is in it. */
export const readme = (company: string, at: Date): string => `Everything that ${company} has in Spotter
As of ${at.toISOString()}, written by Spotter ${version}

tables/*.csv    one file for each table, for spreadsheets. Text that a spreadsheet would run as a formula begins with '.
tables/*.json   the same rows, exact: an array with one row on each line.
files/          photos, agreements and signed agreements. Columns that end in _key name the file of a row.
schema.json     the tables with their columns and numbers of rows, the SHA-256 of each file, and the files
                that are missing.

Amounts whose name ends in _cents are in the smallest unit of the currency. Times are in UTC. Rows name each other by id: the invoices of
a contact are those whose contact_id is the contact's id. tables/activity has the log of who changed what.

Not in it: passwords, sessions, second factors and passkeys, API keys, devices and their keys, secrets of webhooks, links that members
got, Stripe's keys, and the company's own signing certificate. Cards are kept by Stripe; tables/stripe_customers has the customers' ids there.

An empty Spotter of the same version imports it:

  npm run spotter -- import-company FILE
`;
