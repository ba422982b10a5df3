import type { Database } from '#server/db/database.ts';

const hour = 3_600_000;

/** How long what has had its day is kept, in milliseconds. API "idempotency": an answer is given again for 24 hours. */
const kept = { idempotencyKeys: 25 * hour, loginFailures: 24 * hour, webhookEvents: 60 * 24 * hour };

/** Removes idempotency keys, login failures, sessions, mailed tokens and events that nothing asks for any more. */
export async function cleanUp(database: Database, now: Date): Promise<void> {
  const before = (age: number) => new Date(now.getTime() - age);
  const { accounts } = database;
  await accounts.deleteFrom('login_failures').where('at', '<', before(kept.loginFailures)).execute();
  await accounts.deleteFrom('sessions').where('expires_at', '<', now).execute();
  await accounts.deleteFrom('user_tokens').where('expires_at', '<', now).execute();
  for (const companyId of await database.everyCompany()) {
    await database.scoped([companyId], async (tx) => {
      await tx.deleteFrom('idempotency_keys').where('created_at', '<', before(kept.idempotencyKeys)).execute();
      await tx.deleteFrom('webhook_events').where('received_at', '<', before(kept.webhookEvents)).execute();
    });
  }
}
