import { setTimeout as sleep } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { buildIndex, type NewIndex } from './buildIndex.ts';
import { schema } from './migrations/0001-schema.ts';
import { tenants } from './migrations/0002-tenants.ts';
import { contactDuplicates } from './migrations/0010-contact-duplicates.ts';
import { archivedCompanies } from './migrations/0030-archived-companies.ts';
import { awaitedPayments } from './migrations/0040-awaited-payments.ts';
import { tallies } from './migrations/0050-tallies.ts';
import { searches } from './migrations/0051-searches.ts';
import { contactEmails } from './migrations/0060-contact-emails.ts';
import { contactTotals } from './migrations/0070-contact-totals.ts';
import { indexes } from './migrations/0080-indexes.ts';
import { deletedFiles } from './migrations/0081-deleted-files.ts';
import { dueDeletedFiles } from './migrations/0082-due-deleted-files.ts';
import { workByWhatIsDue } from './migrations/0085-work-by-what-is-due.ts';
import { dueIndexes } from './migrations/0086-due-indexes.ts';
import { phoneSearches } from './migrations/0087-phone-searches.ts';
import { totalsByCompany } from './migrations/0088-totals-by-company.ts';
import { setupToken } from './migrations/0090-setup-token.ts';
import { takeAdvisoryLock } from './takeAdvisoryLock.ts';

/** Plain SQL runs in one transaction. Indexes are built one by one, without blocking writes, outside of any. */
type Migration = readonly [name: string, what: string | readonly NewIndex[]];

/**
 * In order, forever: a migration that has run anywhere is never edited, only followed by another. It may add what the
 * build before does not know, and takes nothing away that this one uses: the two run side by side during an upgrade.
 */
export const migrations: readonly Migration[] = [
  ['0001-schema', schema],
  ['0002-tenants', tenants],
  ['0010-contact-duplicates', contactDuplicates],
  ['0030-archived-companies', archivedCompanies],
  ['0040-awaited-payments', awaitedPayments],
  ['0050-tallies', tallies],
  ['0051-searches', searches],
  ['0060-contact-emails', contactEmails],
  ['0070-contact-totals', contactTotals],
  ['0080-indexes', indexes],
  ['0081-deleted-files', deletedFiles],
  ['0082-due-deleted-files', dueDeletedFiles],
  ['0085-work-by-what-is-due', workByWhatIsDue],
  ['0086-due-indexes', dueIndexes],
  ['0087-phone-searches', phoneSearches],
  ['0088-totals-by-company', totalsByCompany],
  ['0090-setup-token', setupToken],
];

/** Whoever waits for a table's lock makes everybody behind it wait too, so a migration gives up soon and comes again. */
const lockTimeout = '2s';
const tries = 30;
const pauseMs = 1_000;

const advisoryLock = 7_367_001;

/**
 * Brings the database at `url` to the newest schema, or to the one that `last` made. Several processes may call it at
 * once: one works, the others wait.
 */
export async function migrate(url: string, last?: string): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'spotter-migrate' });
  client.on('error', () => {});
  await client.connect();
  try {
    await takeAdvisoryLock(client, advisoryLock);
    await client.query('create table if not exists migrations (name text primary key, ran_at timestamptz not null default now())');
    const { rows } = await client.query<{ name: string }>('select name from migrations');
    const done = new Set(rows.map((row) => row.name));
    await client.query('set statement_timeout = 0');
    for (const migration of migrations) {
      const [name] = migration;
      if (!done.has(name)) await retrying(() => runOne(client, migration), name);
      if (name === last) break;
    }
  } finally {
    await client.end();
  }
}

async function retrying(work: () => Promise<void>, name: string, left = tries): Promise<void> {
  try {
    await work();
  } catch (cause) {
    // 55P03: a lock was not to be had in time. 40P01: a deadlock.
    const isBlocked = cause instanceof DatabaseError && ['55P03', '40P01'].includes(cause.code ?? '');
    if (!isBlocked || left <= 1) throw new Error(`Migration ${name} failed`, { cause });
    await sleep(pauseMs);
    await retrying(work, name, left - 1);
  }
}

async function runOne(client: Client, [name, what]: Migration): Promise<void> {
  const write = () => client.query('insert into migrations (name) values ($1)', [name]);
  if (typeof what !== 'string') {
    // It waits for transactions that are at work, and holds nobody up.
    await client.query('set lock_timeout = 0');
    for (const index of what) await buildIndex(client, index);
    await write();
    return;
  }
  await client.query(`begin; set local lock_timeout = '${lockTimeout}'`);
  try {
    await client.query(what);
    await write();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
