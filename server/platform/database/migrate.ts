import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, Migrator, PostgresDialect, sql } from 'kysely';
import { DatabaseError, Pool } from 'pg';
import { baseline } from './migrations/0001-baseline.ts';
import { apiKeys } from './migrations/0002-api-keys.ts';
import { signatures } from './migrations/0003-signatures.ts';
import { packIndexes, visitPacks } from './migrations/0004-visit-packs.ts';
import { memberCodes } from './migrations/0005-member-codes.ts';
import { events } from './migrations/0006-events.ts';
import { invoicePrefix } from './migrations/0008-invoice-prefix.ts';
import { devices } from './migrations/0009-devices.ts';
import { doors } from './migrations/0010-doors.ts';
import { householdIndexes, householdInvoices, households } from './migrations/0011-households.ts';
import { disputeEvidence } from './migrations/0012-dispute-evidence.ts';
import { signingCertificates } from './migrations/0013-signing-certificates.ts';
import { exports } from './migrations/0014-exports.ts';
import { erasures } from './migrations/0015-erasures.ts';
import { externalIdIndexes, externalIds, recordChanges, recordChangesOfOld } from './migrations/0016-external-ids.ts';
import { publishableKeys } from './migrations/0017-publishable-keys.ts';
import { doorRetention } from './migrations/0018-door-retention.ts';
import { backups } from './migrations/0020-backups.ts';
import { plannedCash } from './migrations/0021-planned-cash.ts';
import { doorLogCounts, doorLogIndexes } from './migrations/0022-door-log-counts.ts';
import { erasedTexts } from './migrations/0023-erased-texts.ts';
import { canceledIndex, memberDaySums } from './migrations/0024-member-day-sums.ts';
import { paidPeriods } from './migrations/0025-paid-periods.ts';
import { contactsVacuum, expiryIndex } from './migrations/0026-expired-cards.ts';
import { people } from './migrations/0027-people.ts';
import { visitors } from './migrations/0028-visitors.ts';
import { changedPeople } from './migrations/0029-changed-people.ts';
import { datedPaymentsIndex } from './migrations/0030-dated-payments.ts';
import { spellings, spellingsIndexes, spellingsUsed } from './migrations/0031-spellings.ts';
import { withAdvisoryLock } from './withAdvisoryLock.ts';

interface NewIndex {
  readonly name: string;
  /** What follows `on`: the table, its columns, and a `where`. */
  readonly on: string;
  readonly isUnique?: boolean;
}

/** SQL that runs in one transaction, or indexes that are built one by one outside of any. */
type Migration = string | readonly NewIndex[];

/**
 * In the order of their names. A released migration is never edited, only followed by another. It may add to the schema but
 * must not remove what the previous build uses: the two run side by side during an upgrade.
 */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-baseline': baseline,
  '0002-api-keys': apiKeys,
  '0003-signatures': signatures,
  '0004-visit-packs': visitPacks,
  '0004-visit-packs-index': packIndexes,
  '0005-member-codes': memberCodes,
  '0006-events': events,
  '0008-invoice-prefix': invoicePrefix,
  '0009-devices': devices,
  '0010-doors': doors,
  '0011-households': households,
  '0011-households-index': householdIndexes,
  '0011-households-invoices': householdInvoices,
  '0012-dispute-evidence': disputeEvidence,
  '0013-signing-certificates': signingCertificates,
  '0014-exports': exports,
  '0015-erasures': erasures,
  '0016-external-ids': externalIds,
  '0016-external-ids-changes': recordChanges,
  '0016-external-ids-changes-of-old': recordChangesOfOld,
  '0016-external-ids-index': externalIdIndexes,
  '0017-publishable-keys': publishableKeys,
  '0018-door-retention': doorRetention,
  '0020-backups': backups,
  '0021-planned-cash': plannedCash,
  '0022-door-log-counts': doorLogCounts,
  '0022-door-log-counts-index': doorLogIndexes,
  '0023-erased-texts': erasedTexts,
  '0024-member-day-sums': memberDaySums,
  '0024-member-day-sums-index': canceledIndex,
  '0025-paid-periods': paidPeriods,
  '0026-contacts-vacuum': contactsVacuum,
  '0026-expired-cards-index': expiryIndex,
  '0027-people': people,
  '0028-visitors': visitors,
  '0029-changed-people': changedPeople,
  '0030-dated-payments-index': datedPaymentsIndex,
  '0031-spellings': spellings,
  '0031-spellings-index': spellingsIndexes,
  '0031-spellings-used': spellingsUsed,
};

export const migrationTables = ['migrations', 'migrations_lock'] as const;

type AnyDatabase = Kysely<unknown>;

interface Options {
  readonly last?: string | undefined;
  readonly steps?: typeof migrations;
}

/** Several processes may call it at once: one migrates, the others wait. */
export async function migrate(url: string, { last, steps = migrations }: Options = {}): Promise<void> {
  const pool = new Pool({
    connectionString: url,
    application_name: 'spotter-migrate',
    onConnect: async (client) => void (await client.query('set statement_timeout = 0')),
  });
  pool.on('error', () => {});
  const db: AnyDatabase = new Kysely({ dialect: new PostgresDialect({ pool }) });
  try {
    await withAdvisoryLock(db, sql`7367001`, async () => {
      const pending = (await createMigrator(db, steps).getMigrations()).filter(
        ({ name, executedAt }) => !executedAt && (last === undefined || name <= last),
      );
      for (const { name } of pending)
        await retrying(() => createMigrator(db, steps, typeof steps[name] !== 'string').migrateTo(name));
    });
  } finally {
    await db.destroy();
  }
}

const createMigrator = (db: AnyDatabase, steps: typeof migrations, disableTransactions = false) =>
  new Migrator({
    db,
    provider: {
      getMigrations: () =>
        Promise.resolve(Object.fromEntries(Object.entries(steps).map(([name, what]) => [name, { up: getUp(what) }]))),
    },
    migrationTableName: migrationTables[0],
    migrationLockTableName: migrationTables[1],
    allowUnorderedMigrations: true,
    disableTransactions,
  });

/** A statement that waits for a table's lock blocks all later ones, so a migration gives up early and retries. */
const lockTimeout = '2s';
const tries = 30;
const pauseMs = 1_000;

const getUp = (what: Migration) => async (db: AnyDatabase) => {
  if (typeof what === 'string') {
    await sql.raw(`set local lock_timeout = '${lockTimeout}'; ${what}`).execute(db);
    return;
  }
  // It waits for open transactions and blocks nobody.
  await sql`set lock_timeout = 0`.execute(db);
  for (const index of what) await buildIndex(db, index);
};

/** Concurrently, so outside of a transaction. An invalid index that an interrupted build left is dropped first. */
async function buildIndex(db: Kysely<unknown>, { name, on, isUnique = false }: NewIndex): Promise<void> {
  const { rows } = await sql<{ valid: boolean }>`
    select i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid
     where c.relname = ${name} and c.relnamespace = current_schema()::regnamespace`.execute(db);
  if (rows[0]?.valid) return;
  if (rows[0]) await sql.raw(`drop index concurrently ${name}`).execute(db);
  await sql.raw(`create ${isUnique ? 'unique ' : ''}index concurrently ${name} on ${on}`).execute(db);
}

async function retrying(run: () => ReturnType<Migrator['migrateTo']>, left = tries): Promise<void> {
  const { error: cause, results } = await run();
  if (cause === undefined) return;
  // 55P03: lock time-out. 40P01: deadlock.
  const isBlocked = cause instanceof DatabaseError && ['55P03', '40P01'].includes(cause.code ?? '');
  if (!isBlocked || left <= 1)
    throw new Error(`Migration ${results?.find(({ status }) => status === 'Error')?.migrationName} failed`, { cause });
  await sleep(pauseMs);
  await retrying(run, left - 1);
}
