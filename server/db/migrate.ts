import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, Migrator, PostgresDialect, sql } from 'kysely';
import { DatabaseError, Pool } from 'pg';
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
import { companyUsers } from './migrations/0091-company-users.ts';
import { userIndexes } from './migrations/0092-user-indexes.ts';
import { companySettings } from './migrations/0093-company-settings.ts';
import { renewalRetries } from './migrations/0094-renewal-retries.ts';
import { activity } from './migrations/0095-activity.ts';
import { contactWords } from './migrations/0096-contact-words.ts';
import { contactLists } from './migrations/0097-contact-lists.ts';
import { afterTheSale } from './migrations/0100-after-the-sale.ts';
import { forcedRowSecurity, maintenanceRole } from './migrations/0120-maintenance-role.ts';
import { collecting } from './migrations/0123-collecting.ts';
import { heldRenewalIndexes, heldRenewals } from './migrations/0129-held-renewals.ts';
import { pastDue } from './migrations/0132-past-due.ts';
import { renewalsByHand } from './migrations/0133-renewals-by-hand.ts';
import { refundRows, refunds } from './migrations/0134-refunds.ts';
import { mails, noticeIndexes } from './migrations/0136-mails.ts';
import { paymentLinks } from './migrations/0138-payment-links.ts';
import { attention } from './migrations/0139-attention.ts';
import { secondFactor } from './migrations/0140-second-factor.ts';
import { drawerIndexes, drawers } from './migrations/0142-drawers.ts';
import { reconciliations } from './migrations/0144-reconciliations.ts';
import { disputes } from './migrations/0145-disputes.ts';
import { salesItemTiles } from './migrations/0148-sales-item-tiles.ts';
import { discounts } from './migrations/0151-discounts.ts';
import { walkIn } from './migrations/0152-walk-in.ts';
import { parkedSales } from './migrations/0153-parked-sales.ts';
import { reportIndexes } from './migrations/0156-report-indexes.ts';
import { refundedPayments } from './migrations/0159-refunded-payments.ts';
import { accounting, closedInvoiceIndexes } from './migrations/0161-accounting.ts';
import { drawerMails } from './migrations/0163-drawer-mails.ts';
import { oldPaymentLinks, paymentLinkIndexes } from './migrations/0165-old-payment-links.ts';
import { earlierEnds } from './migrations/0167-earlier-ends.ts';
import { reportReads } from './migrations/0168-report-reads.ts';
import { drawerReportRecords } from './migrations/0170-drawer-report-records.ts';
import { savedCards } from './migrations/0171-saved-cards.ts';
import { standingIndexes } from './migrations/0173-standing-indexes.ts';
import { passkeys } from './migrations/0175-passkeys.ts';
import { reportSums } from './migrations/0176-report-sums.ts';
import { sessionAccess } from './migrations/0183-session-access.ts';
import { reconciliationCrashes } from './migrations/0185-reconciliation-crashes.ts';
import { unbilledRenewals } from './migrations/0200-unbilled-renewals.ts';
import { withAdvisoryLock } from './withAdvisoryLock.ts';

/**
 * In the order of their names: SQL that runs in one transaction, or indexes that are built one by one outside of any.
 * A released migration is never edited, only followed by another. It may add to the schema but must not remove what the
 * previous build uses: the two run side by side during an upgrade.
 */
export const migrations: Record<string, string | readonly NewIndex[]> = {
  '0001-schema': schema,
  '0002-tenants': tenants,
  '0010-contact-duplicates': contactDuplicates,
  '0030-archived-companies': archivedCompanies,
  '0040-awaited-payments': awaitedPayments,
  '0050-tallies': tallies,
  '0051-searches': searches,
  '0060-contact-emails': contactEmails,
  '0070-contact-totals': contactTotals,
  '0080-indexes': indexes,
  '0081-deleted-files': deletedFiles,
  '0082-due-deleted-files': dueDeletedFiles,
  '0085-work-by-what-is-due': workByWhatIsDue,
  '0086-due-indexes': dueIndexes,
  '0087-phone-searches': phoneSearches,
  '0088-totals-by-company': totalsByCompany,
  '0090-setup-token': setupToken,
  '0091-company-users': companyUsers,
  '0092-user-indexes': userIndexes,
  '0093-company-settings': companySettings,
  '0094-renewal-retries': renewalRetries,
  '0095-activity': activity,
  '0096-contact-words': contactWords,
  '0097-contact-lists': contactLists,
  '0100-after-the-sale': afterTheSale,
  '0120-maintenance-role': maintenanceRole,
  '0123-collecting': collecting,
  '0129-held-renewals': heldRenewals,
  '0130-held-renewal-indexes': heldRenewalIndexes,
  '0131-forced-row-security': forcedRowSecurity,
  '0132-past-due': pastDue,
  '0133-renewals-by-hand': renewalsByHand,
  '0134-refunds': refunds,
  '0135-refund-rows': refundRows,
  '0136-mails': mails,
  '0137-notice-indexes': noticeIndexes,
  '0138-payment-links': paymentLinks,
  '0139-attention': attention,
  '0140-second-factor': secondFactor,
  '0142-drawers': drawers,
  '0143-drawer-indexes': drawerIndexes,
  '0144-reconciliations': reconciliations,
  '0145-disputes': disputes,
  '0148-sales-item-tiles': salesItemTiles,
  '0151-discounts': discounts,
  '0152-walk-in': walkIn,
  '0153-parked-sales': parkedSales,
  '0156-report-indexes': reportIndexes,
  '0159-refunded-payments': refundedPayments,
  '0161-accounting': accounting,
  '0162-closed-invoice-indexes': closedInvoiceIndexes,
  '0163-drawer-mails': drawerMails,
  '0165-old-payment-links': oldPaymentLinks,
  '0166-payment-link-indexes': paymentLinkIndexes,
  '0167-earlier-ends': earlierEnds,
  '0168-report-reads': reportReads,
  '0170-drawer-report-records': drawerReportRecords,
  '0171-saved-cards': savedCards,
  '0173-standing-indexes': standingIndexes,
  '0175-passkeys': passkeys,
  '0176-report-sums': reportSums,
  '0183-session-access': sessionAccess,
  '0185-reconciliation-crashes': reconciliationCrashes,
  '0200-unbilled-renewals': unbilledRenewals,
};

export const migrationTables = ['migrations', 'migrations_lock'] as const;

type AnyDatabase = Kysely<unknown>;

/**
 * Migrates the database at `url` to the newest schema, or up to `last`. Several processes may call it at once: one
 * migrates, the others wait.
 */
export async function migrate(url: string, last?: string): Promise<void> {
  const pool = new Pool({
    connectionString: url,
    application_name: 'spotter-migrate',
    onConnect: async (client) => void (await client.query('set statement_timeout = 0')),
  });
  pool.on('error', () => {});
  const db: AnyDatabase = new Kysely({ dialect: new PostgresDialect({ pool }) });
  try {
    await withAdvisoryLock(db, sql`7367001`, () => migrateAlone(db, last));
  } finally {
    await db.destroy();
  }
}

async function migrateAlone(db: AnyDatabase, last: string | undefined): Promise<void> {
  await adoptTable(db);
  const all = await migratorOf(db).getMigrations();
  const pending = all.filter(({ name, executedAt }) => !executedAt && (last === undefined || name <= last)).map(({ name }) => name);
  // Nobody waits for a lock in an empty database, so consecutive migrations share a transaction: Kysely reads the whole catalog for each.
  const isEmpty = all.every(({ executedAt }) => !executedAt);
  const steps = isEmpty ? pending.filter((name, index) => isSql(name) !== isSql(pending[index + 1])) : pending;
  for (const name of steps) await retrying(() => migratorOf(db, name).migrateTo(name));
}

const isSql = (name = '') => typeof migrations[name] === 'string';

/** Before Kysely's Migrator the table had only the name, and the previous build still writes it that way. */
async function adoptTable(db: AnyDatabase): Promise<void> {
  const { rows } = await sql`
    select from pg_attribute where attrelid = to_regclass('migrations')
    having count(*) > 0 and count(*) filter (where attname = 'timestamp') = 0`.execute(db);
  if (rows.length === 0) return;
  await sql`alter table migrations add column timestamp varchar(255) not null default to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.execute(db);
}

/** The migrator for the migrations up to `name`, with or without a transaction. */
const migratorOf = (db: AnyDatabase, name = '') =>
  new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(Object.fromEntries(Object.entries(migrations).map(([key, what]) => [key, { up: upOf(what) }]))) },
    migrationTableName: migrationTables[0],
    migrationLockTableName: migrationTables[1],
    allowUnorderedMigrations: true,
    disableTransactions: !isSql(name),
  });

/** A statement that waits for a table's lock blocks all later ones, so a migration gives up early and retries. */
const lockTimeout = '2s';
const tries = 30;
const pauseMs = 1_000;

const upOf = (what: string | readonly NewIndex[]) => async (db: AnyDatabase) => {
  if (typeof what === 'string') {
    await sql.raw(`set local lock_timeout = '${lockTimeout}'; ${what}`).execute(db);
    return;
  }
  // It waits for open transactions and blocks nobody.
  await sql`set lock_timeout = 0`.execute(db);
  for (const index of what) await buildIndex(db, index);
};

async function retrying(run: () => ReturnType<Migrator['migrateTo']>, left = tries): Promise<void> {
  const { error: cause, results } = await run();
  if (cause === undefined) return;
  // 55P03: lock time-out. 40P01: deadlock.
  const isBlocked = cause instanceof DatabaseError && ['55P03', '40P01'].includes(cause.code ?? '');
  if (!isBlocked || left <= 1) throw new Error(`Migration ${results?.find(({ status }) => status === 'Error')?.migrationName} failed`, { cause });
  await sleep(pauseMs);
  await retrying(run, left - 1);
}
