import { subDays } from 'date-fns';
import { sql } from 'kysely';
import { openAttemptDays } from '#domain/shared/limits.ts';
import type { Database } from '#server/platform/database/database.ts';
import { compactCounters } from '#server/platform/database/rowCounters.ts';
import type { Tables } from '#server/platform/database/schema.ts';
import type { Module } from '#server/platform/module.ts';

/** As long as the console offers to finish an open sale, plus a day for clock differences. */
const keyDays = openAttemptDays + 1;
const spentDays = 7;
const rowsEach = 5_000;

/** Covers what the modules keep for a time, and what sign-in and requests leave behind. Compacts the row counters too. */
export async function purgeExpired(
  { unscoped, acrossCompanies }: Database,
  now: Date,
  modules: readonly Module[],
): Promise<void> {
  const spent = subDays(now, spentDays);
  await unscoped.deleteFrom('rate_limit_hits').where('at', '<', spent).execute();
  await unscoped.deleteFrom('sessions').where('expires_at', '<', spent).execute();
  await unscoped.deleteFrom('user_tokens').where('expires_at', '<', spent).execute();
  await unscoped.deleteFrom('sign_in_challenges').where('expires_at', '<', spent).execute();
  await unscoped.deleteFrom('passkey_challenges').where('expires_at', '<', now).execute();
  const removeOld = async (table: keyof Tables, column: string, days: number) => {
    for (let removed = rowsEach; removed >= rowsEach;) {
      removed = await acrossCompanies(async (tx) => {
        const { numAffectedRows } = await sql`
          delete from ${sql.table(table)} where ctid = any (array(
            select ctid from ${sql.table(table)} where ${sql.ref(column)} < ${subDays(now, days)} limit ${rowsEach}))`.execute(
          tx,
        );
        return Number(numAffectedRows ?? 0);
      });
    }
  };
  await removeOld('idempotency_keys', 'created_at', keyDays);
  for (const { table, column, days } of modules.flatMap(({ retention = [] }) => retention))
    await removeOld(table, column, days);
  const rows = await acrossCompanies((tx) =>
    tx.selectFrom('row_counters').select('company_id').distinct().where('shard', '<>', 0).execute(),
  );
  const failures: unknown[] = [];
  for (const { company_id } of rows) {
    await acrossCompanies((tx) => compactCounters(tx, company_id)).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `The row counters of ${failures.length} companies could not be compacted`);
}
