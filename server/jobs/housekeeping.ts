import { subDays } from 'date-fns';
import { sql, type RawBuilder } from 'kysely';
import { openAttemptDays, parkedSaleDays } from '#domain/rules/limits.ts';
import type { Database } from '#server/db/database.ts';

/** As long as the console offers to finish an open sale, plus a day for clock differences. */
const keyDays = openAttemptDays + 1;
const spentDays = 7;
/** Stripe retries an event for three days. A later duplicate is still applied only once. */
const eventDays = 60;
/** Longer than the time between a notice and its renewal or end. */
const mailDays = 90;
/** Until then an expired link says that it has expired. */
const linkDays = 90;

/** Rows deleted per statement. */
const batch = 5_000;

/**
 * Deletes expired rows: old failed sign-ins, ended sessions and tokens, expired idempotency keys, old webhook events, old
 * mails and payment links, parked sales that nobody took. Compacts the row counters.
 */
export async function purgeExpired({ unscoped, scoped }: Database, now: Date): Promise<void> {
  const spent = subDays(now, spentDays);
  await unscoped.deleteFrom('login_failures').where('at', '<', spent).execute();
  await unscoped.deleteFrom('sessions').where('expires_at', '<', spent).execute();
  await unscoped.deleteFrom('user_tokens').where('expires_at', '<', spent).execute();
  await unscoped.deleteFrom('sign_in_challenges').where('expires_at', '<', spent).execute();
  await unscoped.deleteFrom('passkey_challenges').where('expires_at', '<', now).execute();
  await untilNoneIsLeft(unscoped, sql`remove_spent_keys(${subDays(now, keyDays)}, ${batch})`);
  await untilNoneIsLeft(unscoped, sql`remove_old_events(${subDays(now, eventDays)}, ${batch})`);
  await untilNoneIsLeft(unscoped, sql`remove_old_mails(${subDays(now, mailDays)}, ${batch})`);
  await untilNoneIsLeft(unscoped, sql`remove_old_payment_links(${subDays(now, linkDays)}, ${batch})`);
  await untilNoneIsLeft(unscoped, sql`remove_old_parked_sales(${subDays(now, parkedSaleDays)}, ${batch})`);
  const { rows } = await sql<{ company_id: string }>`select company_id from companies_with_shards()`.execute(unscoped);
  const failures: unknown[] = [];
  for (const { company_id } of rows) {
    await scoped([company_id], (tx) => sql`select fold_tallies()`.execute(tx)).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, `The row counters of ${failures.length} companies could not be compacted`);
}

async function untilNoneIsLeft(unscoped: Database['unscoped'], removal: RawBuilder<unknown>): Promise<void> {
  for (let removed = batch; removed >= batch; ) {
    const { rows } = await sql<{ removed: number }>`select ${removal} as removed`.execute(unscoped);
    removed = rows[0]?.removed ?? 0;
  }
}
