import { subDays } from 'date-fns';
import { sql } from 'kysely';
import { openAttemptDays } from '#domain/rules/limits.ts';
import type { Database } from '#server/db/database.ts';

/** As long as an open attempt is offered on its device; a day more forgives clocks that differ. */
const keyDays = openAttemptDays + 1;
const spentDays = 7;
/** Stripe sends an event again for three days; an event that comes later still changes nothing twice. */
const eventDays = 60;

/**
 * Removes what decides nothing any more: old failed sign-ins, ended sessions and tokens, spent idempotency keys, old
 * events of Stripe's. Brings the shards of the lists' totals together.
 */
export async function tidy({ accounts, everyCompany, scoped }: Database, now: Date): Promise<void> {
  const spent = subDays(now, spentDays);
  await accounts.deleteFrom('login_failures').where('at', '<', spent).execute();
  await accounts.deleteFrom('sessions').where('expires_at', '<', spent).execute();
  await accounts.deleteFrom('user_tokens').where('expires_at', '<', spent).execute();
  for (const company of await everyCompany()) {
    await scoped([company], async (tx) => {
      await tx.deleteFrom('idempotency_keys').where('created_at', '<', subDays(now, keyDays)).execute();
      await tx.deleteFrom('webhook_events').where('received_at', '<', subDays(now, eventDays)).execute();
      await sql`select fold_tallies()`.execute(tx);
    });
  }
}
