import { sql } from 'kysely';
import type { AppContext } from '#server/platform/context.ts';
import { lockUntilCommit } from '#server/platform/database/withAdvisoryLock.ts';

const eventsEach = 1_000;

/**
 * Gives committed events their numbers, in the order in which they were written. One process at a time, so that numbers become
 * visible in their order. Each is addressed to the webhook endpoints that want it at the same time.
 */
export async function publishEvents({ database, clock }: Pick<AppContext, 'database' | 'clock'>): Promise<void> {
  for (let published = eventsEach; published >= eventsEach;)
    published = await database.acrossCompanies(async (tx) => {
      await lockUntilCommit(tx, 'event numbers');
      const { rows } = await sql<{ published: number }>`
        with numbered as (
          update events e set number = n.number
            from (select w.company_id, w.id, nextval('event_numbers') as number
                    from (select company_id, id from events where number is null order by written limit ${eventsEach}) as w) as n
           where e.company_id = n.company_id and e.id = n.id
          returning e.company_id, e.id, e.number, e.type, e.location_id, e.record_id)
        , addressed as (
          insert into webhook_deliveries (endpoint_id, event_id, company_id, record_id, number, due_at)
          select w.id, e.id, e.company_id, e.record_id, e.number, ${clock()}::timestamptz
            from numbered e
            join webhook_endpoints w on w.company_id = e.company_id and w.disabled_at is null
             and (w.types is null or e.type = any (w.types)) and (w.location_ids is null or e.location_id = any (w.location_ids)))
        select count(*)::int as published from numbered`.execute(tx);
      return rows[0]?.published ?? 0;
    });
}
