import { Client } from 'pg';
import { schema } from './migrations/0001-schema.ts';
import { tenants } from './migrations/0002-tenants.ts';
import { contactDuplicates } from './migrations/0010-contact-duplicates.ts';
import { archivedCompanies } from './migrations/0030-archived-companies.ts';
import { awaitedPayments } from './migrations/0040-awaited-payments.ts';
import { tallies } from './migrations/0050-tallies.ts';
import { searches } from './migrations/0051-searches.ts';
import { contactEmails } from './migrations/0060-contact-emails.ts';
import { contactTotals } from './migrations/0070-contact-totals.ts';
import { workByWhatIsDue } from './migrations/0085-work-by-what-is-due.ts';

/** In order, forever: a migration that has run anywhere is never edited, only followed by another. */
const migrations: readonly (readonly [name: string, sql: string])[] = [
  ['0001-schema', schema],
  ['0002-tenants', tenants],
  ['0010-contact-duplicates', contactDuplicates],
  ['0030-archived-companies', archivedCompanies],
  ['0040-awaited-payments', awaitedPayments],
  ['0050-tallies', tallies],
  ['0051-searches', searches],
  ['0060-contact-emails', contactEmails],
  ['0070-contact-totals', contactTotals],
  ['0085-work-by-what-is-due', workByWhatIsDue],
];

const advisoryLock = 7_367_001;

/**
 * Brings the database at `url` to the newest schema, or to the one that `last` made. Several processes may call it at
 * once: one works, the others wait.
 */
export async function migrate(url: string, last?: string): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'spotter-migrate' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLock]);
    await client.query('create table if not exists migrations (name text primary key, ran_at timestamptz not null default now())');
    const { rows } = await client.query<{ name: string }>('select name from migrations');
    const done = new Set(rows.map((row) => row.name));
    for (const [name, sql] of migrations) {
      if (!done.has(name)) await runOne(client, name, sql);
      if (name === last) break;
    }
  } finally {
    await client.end();
  }
}

async function runOne(client: Client, name: string, sql: string): Promise<void> {
  await client.query('begin');
  try {
    await client.query(sql);
    await client.query('insert into migrations (name) values ($1)', [name]);
    await client.query('commit');
  } catch (cause) {
    await client.query('rollback');
    throw new Error(`Migration ${name} failed`, { cause });
  }
}
