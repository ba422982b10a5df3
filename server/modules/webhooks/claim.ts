import { addMilliseconds } from 'date-fns';
import { sql } from 'kysely';
import type { Tx } from '#server/platform/database/database.ts';
import type { EventRow } from '#server/platform/database/schema.ts';
import { timeoutMs } from './post.ts';

/** After this a delivery is sent again, if the process that was sending it was killed. */
const leaseMs = timeoutMs + 10_000;

export type Delivery = Pick<EventRow, 'type' | 'at' | 'location_id' | 'data'> & {
  readonly event_id: string;
  readonly attempts: number;
};

/**
 * The first that are due, for as long as it may take to send them; of a record the earliest only. Later events of it wait until that one
 * is delivered or given up. With `not exists` in place of the inner subquery, PostgreSQL reads everything that waits for each row, as
 * long as it has no statistics.
 */
export async function claim(tx: Tx, endpointId: string, atMost: number, now: Date): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    update webhook_deliveries d
       set due_at = ${addMilliseconds(now, leaseMs)}, attempts = d.attempts + 1, attempted_at = ${now}
      from events e
     where d.endpoint_id = ${endpointId} and e.company_id = d.company_id and e.id = d.event_id and d.event_id = any (array(
       select c.event_id from webhook_deliveries c
        where c.endpoint_id = ${endpointId} and c.state = 'pending' and c.due_at <= ${now} and (
          select f.number from webhook_deliveries f
           where f.endpoint_id = c.endpoint_id and f.record_id = c.record_id and f.state = 'pending' and f.number < c.number
           limit 1) is null
        order by c.due_at, c.number
        limit ${atMost} for update skip locked))
    returning d.event_id, d.attempts, e.type, e.at, e.location_id, e.data`.execute(tx);
  return rows;
}
