import { groupBy } from 'es-toolkit';
import { sql } from 'kysely';
import type { Event, EventData, EventsQuery } from '#domain/events/contract.ts';
import { eventTypes, eventReadAccess } from '#domain/events/eventTypes.ts';
import { administeredCompanies, type Action } from '#domain/shared/access.ts';
import type { Tx } from '#server/platform/database/database.ts';
import type { EventRow } from '#server/platform/database/schema.ts';
import { isInScope, type AccessScope } from '#server/platform/http/accessScope.ts';

type ListedEvent = Pick<EventRow, 'id' | 'number' | 'type' | 'at' | 'company_id' | 'location_id' | 'data'>;

export const toEvent = (row: Pick<EventRow, 'id' | 'type' | 'at' | 'company_id' | 'location_id' | 'data'>): Event => ({
  id: row.id,
  type: row.type as Event['type'],
  timestamp: row.at.toISOString(),
  companyId: row.company_id,
  locationId: row.location_id,
  data: row.data as EventData,
});

/** In the order of their numbers. Only events whose records the caller may read, at their locations. */
export async function listEventsAfter(
  tx: Tx,
  scope: AccessScope,
  companyId: string,
  { after, type, limit }: EventsQuery,
): Promise<ListedEvent[]> {
  const isAdmin = administeredCompanies(scope.user.companies).includes(companyId);
  const places = scope.locations.filter((location) => location.companyId === companyId);
  const readable = Object.entries(groupBy(eventTypes, (each) => eventReadAccess[each])).map(([action, types]) => ({
    types,
    everywhere: isAdmin && isInScope(scope.user, action as Action),
    locations: places.filter((location) => scope.mayAt(location, action as Action)).map(({ id }) => id),
  }));
  const { rows } = await sql<ListedEvent>`
    select e.id, e.number, e.type, e.at, e.company_id, e.location_id, e.data
      from events e
     where e.company_id = ${companyId} and e.number > ${after ?? 0}
       and e.type = any (${type ? [type] : eventTypes}::text[])
       and (${sql.join(
         readable.map(
           ({ types, everywhere, locations }) =>
             sql`(e.type = any (${types}::text[]) and (${everywhere} or e.location_id = any (${locations}::uuid[])))`,
         ),
         sql` or `,
       )})
     order by e.number
     limit ${limit}`.execute(tx);
  return rows;
}
