import { subDays } from 'date-fns';
import { sql } from 'kysely';
import { openAttemptDays, parkedSaleDays } from '#domain/shared/limits.ts';
import type { Database } from '#server/platform/database/database.ts';
import { compactCounters } from '#server/platform/database/rowCounters.ts';
import type { Tables } from '#server/platform/database/schema.ts';

/** As long as the console offers to finish an open sale, plus a day for clock differences. */
const keyDays = openAttemptDays + 1;
const spentDays = 7;
/** Stripe retries an event for three days. A later duplicate is still applied only once. */
const eventDays = 60;
/** Longer than the time between a notice and its renewal or end. */
const emailDays = 90;
/** Until then an expired link says that it has expired. */
const linkDays = 90;
/** Last year’s month can still be looked at, and it is longer than the 30 days in which a device reports late. Check-ins stay. */
const doorLogDays = 400;
/** A command is of no use after ten seconds; who gave it stays in the activity log. */
const doorCommandDays = 30;

const batch = 5_000;

/** Compacts the row counters too. */
export async function purgeExpired({ unscoped, acrossCompanies }: Database, now: Date): Promise<void> {
  const spent = subDays(now, spentDays);
  await unscoped.deleteFrom('rate_limit_hits').where('at', '<', spent).execute();
  await unscoped.deleteFrom('sessions').where('expires_at', '<', spent).execute();
  await unscoped.deleteFrom('user_tokens').where('expires_at', '<', spent).execute();
  await unscoped.deleteFrom('sign_in_challenges').where('expires_at', '<', spent).execute();
  await unscoped.deleteFrom('passkey_challenges').where('expires_at', '<', now).execute();
  const removeOld = async (table: keyof Tables, column: string, days: number) => {
    for (let removed = batch; removed >= batch;) {
      removed = await acrossCompanies(async (tx) => {
        const { numAffectedRows } = await sql`
          delete from ${sql.table(table)} where ctid = any (array(
            select ctid from ${sql.table(table)} where ${sql.ref(column)} < ${subDays(now, days)} limit ${batch}))`.execute(
          tx,
        );
        return Number(numAffectedRows ?? 0);
      });
    }
  };
  await removeOld('idempotency_keys', 'created_at', keyDays);
  await removeOld('webhook_events', 'received_at', eventDays);
  await removeOld('emails', 'settled_at', emailDays);
  await removeOld('payment_links', 'expires_at', linkDays);
  await removeOld('signature_requests', 'expires_at', linkDays);
  await removeOld('parked_sales', 'created_at', parkedSaleDays);
  await removeOld('device_pairings', 'expires_at', spentDays);
  await removeOld('door_log', 'at', doorLogDays);
  await removeOld('door_commands', 'created_at', doorCommandDays);
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
