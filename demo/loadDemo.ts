import { levelLabels } from '#domain/shared/access.ts';
import { sortBy } from 'es-toolkit';
import { sql } from 'kysely';
import type { Database } from '#server/platform/database/database.ts';
import { withAdvisoryLock } from '#server/platform/database/withAdvisoryLock.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import { hashPassword } from '#server/modules/auth/index.ts';
import { addActivity } from './activity.ts';
import { seedAfterSale } from './afterSale.ts';
import { seedAgreements } from './agreements.ts';
import { seedCatalog } from './catalog.ts';
import { seedCheckins } from './checkins.ts';
import { seedCompanies } from './companies.ts';
import { seedContacts } from './contacts.ts';
import { addDrawers } from './drawers.ts';
import { addInvoicePostings } from './ledger.ts';
import { seedHouseholds } from './households.ts';
import { addItemPictures } from './itemPictures.ts';
import { addFailedEmails } from './emails.ts';
import { seedMemberships } from './memberships.ts';
import { seedContactNotes } from './contactNotes.ts';
import { seedDevices } from './devices.ts';
import { seedParkedSales } from './parkedSales.ts';
import { addReconciliations } from './reconciliations.ts';
import { seedVisitPacks } from './visitPacks.ts';
import { harbor, ironPeak } from './reference/gyms.ts';
import { findPublishedAccounts } from './publishedAccounts.ts';
import { demoPassword, demoUsers } from './reference/users.ts';
import { demoTables, insertAll, emptyRows, type Demo } from './rows.ts';
import { seedSales } from './sales.ts';
import { seedSavedCards } from './savedCards.ts';
import { seedSignatures } from './signatures.ts';

interface Context {
  database: Database;
  files: FileStore;
  now: Date;
}

/**
 * Loads the demo's companies into an empty database and returns whether it did. A database with any user or company is not
 * empty. If two servers start together, one loads the demo and the other waits.
 */
export async function loadDemo(context: Context): Promise<boolean> {
  if (!(await isEmpty(context.database))) return false;
  const key = sql`hashtext('spotter'), hashtext('demo')`;
  return withAdvisoryLock(
    context.database.unscoped,
    key,
    async () => (await isEmpty(context.database)) && load(context),
  );
}

async function load({ database, files, now }: Context): Promise<boolean> {
  const demo = await makeDemo(now);
  for (const [key, bytes] of demo.files) await files.put(key, bytes);
  const companies = demo.rows.companies.map(({ id }) => String(id));
  return database.scoped(companies, async (tx) => {
    for (const table of demoTables) await insertAll(tx, table, demo.rows[table]);
    await addActivity(tx);
    await addDrawers(tx, now, await addInvoicePostings(tx));
    await addReconciliations(tx, now);
    await addFailedEmails(tx, now);
    // Until autovacuum comes by, the planner would take tables of thousands of rows for empty ones. Their owner may analyze them.
    await sql`set local role none`.execute(tx);
    for (const table of [...demoTables, ...bookedTables]) await sql`analyze ${sql.table(table)}`.execute(tx);
    return true;
  });
}

const bookedTables = ['ledger_postings', 'ledger_entries', 'drawer_report_postings', 'activity'] as const;

async function isEmpty(database: Database): Promise<boolean> {
  const user = await database.unscoped.selectFrom('users').select('id').limit(1).executeTakeFirst();
  return !user && (await database.everyCompany()).length === 0;
}

/** Deterministic for a given clock, except for the salt of the passwords. */
async function makeDemo(now: Date): Promise<Pick<Demo, 'rows' | 'files'>> {
  const rows = emptyRows();
  const files = new Map<string, Buffer>();
  const places = seedCompanies(rows, now, await hashPassword(demoPassword));
  const catalog = seedCatalog(rows, places);
  await addItemPictures(catalog.items, files);
  const gyms = { rows, places, catalog, files, now };
  await seedAgreements(gyms);
  const demo: Demo = { ...gyms, people: await seedContacts(gyms) };
  seedMemberships(demo);
  seedHouseholds(demo);
  seedSales(demo);
  seedCheckins(demo);
  seedVisitPacks(demo);
  seedAfterSale(demo);
  seedSignatures(demo);
  seedSavedCards(demo);
  seedParkedSales(demo);
  seedContactNotes(demo);
  seedDevices(demo);
  // They are numbered in the order in which they are inserted.
  return { rows: { ...rows, invoices: sortBy(rows.invoices, [({ created_at: at }) => Number(at)]) }, files };
}

const companies = [ironPeak, harbor];
const getName = (key: string) =>
  [...companies, ...companies.flatMap(({ locations }) => locations)].find((place) => place.key === key)?.name ?? key;

/** The lines that say how to sign in to the demo; none if nobody can. */
export async function listDemoSignIns(database: Database): Promise<string[]> {
  const open = new Set((await findPublishedAccounts(database)).map(({ email }) => email));
  if (open.size === 0) return [];
  const able = demoUsers.filter(({ email }) => open.has(email));
  const people = able.map(({ email, adminOf, access = {} }) => {
    const levels = Object.entries(access).map(([location, level]) => `${levelLabels[level]} at ${getName(location)}`);
    return `  ${email.padEnd(20)}${adminOf ? `Admin of ${getName(adminOf)}` : levels.join(', ')}`;
  });
  return [`Sign in with the password ${demoPassword} as`, ...people];
}
