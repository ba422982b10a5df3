import { subDays } from 'date-fns';
import { sql } from 'kysely';
import { eventDays } from '#domain/events/contract.ts';
import type { AppContext } from '#server/platform/context.ts';

const eventsEach = 5_000;

/** Their deliveries go too. */
export async function removeOldEvents({ database, clock }: Pick<AppContext, 'database' | 'clock'>): Promise<void> {
  for (let removed = eventsEach; removed >= eventsEach;)
    removed = await database.acrossCompanies(async (tx) => {
      const { numAffectedRows } = await sql`
        delete from events where ctid = any (array(
          select ctid from events where at < ${subDays(clock(), eventDays)} limit ${eventsEach}))`.execute(tx);
      return Number(numAffectedRows ?? 0);
    });
}
