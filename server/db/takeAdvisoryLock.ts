import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';

const askAgainMs = 100;

/**
 * Takes a lock of the session, by its number or its name, and waits for it as long as it takes. It asks again and again:
 * a statement that waits would run into a statement time-out, and would hold up an index that is built concurrently.
 */
export async function takeAdvisoryLock(client: Client, lock: number | string): Promise<void> {
  const which = typeof lock === 'number' ? '$1::bigint' : `hashtext('spotter'), hashtext($1)`;
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>(`select pg_try_advisory_lock(${which}) as mine`, [lock]);
    if (rows[0]?.mine) return;
    await sleep(askAgainMs);
  }
}
