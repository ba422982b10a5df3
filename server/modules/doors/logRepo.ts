import { sql, type Insertable, type SqlBool } from 'kysely';
import type { DoorLogEntry, DoorLogQuery } from '#domain/doors/logContract.ts';
import type { ReasonCode } from '#domain/checkins/reasons.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { getOffset, isAskedFor, paginate } from '#server/platform/database/paginate.ts';
import { columns, listColumns, type DoorLogTable } from '#server/platform/database/schema.ts';

export const doorLogRepo = (tx: Tx) => ({
  add: (row: Insertable<DoorLogTable>) => tx.insertInto('door_log').values(row).execute(),

  /** What a device has recorded under this key. Two that ask at once wait for one another. */
  async ofKey(deviceId: string, key: string) {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${deviceId} ${key}`}, 0))`.execute(tx);
    return tx
      .selectFrom('door_log')
      .select(columns.door_log)
      .where('device_id', '=', deviceId)
      .where('key', '=', key)
      .executeTakeFirst();
  },

  remove: (id: string) => tx.deleteFrom('door_log').where('id', '=', id).execute(),

  page: (query: DoorLogQuery, locationIds: readonly string[]) =>
    paginate(query, (page) =>
      tx
        .selectFrom('door_log as g')
        .leftJoin('contacts as c', 'c.id', 'g.contact_id')
        .select(listColumns('door_log', 'g'))
        .select(['c.first_name', 'c.last_name', sql<number>`(count(*) over ())::int`.as('total_count')])
        .where(sql<SqlBool>`g.location_id = any (${locationIds}::uuid[])`)
        .where(isAskedFor(sql`g.id`, query.ids))
        .where(query.doorId ? sql<SqlBool>`g.door_id = ${query.doorId}` : sql<SqlBool>`true`)
        .where(query.contactId ? sql<SqlBool>`g.contact_id = ${query.contactId}` : sql<SqlBool>`true`)
        .where(query.conflicts ? sql<SqlBool>`g.conflict is not null` : sql<SqlBool>`true`)
        .orderBy('g.at', 'desc')
        .orderBy('g.id', 'desc')
        .limit(page.limit)
        .offset(getOffset(page))
        .execute(),
    ),
});

type Row = Awaited<ReturnType<ReturnType<typeof doorLogRepo>['page']>>['rows'][number];

export const toLogEntry = (row: Row): DoorLogEntry => ({
  id: row.id,
  locationId: row.location_id,
  doorId: row.door_id,
  device: row.device_id === null ? null : { id: row.device_id, name: row.device_name ?? '' },
  contact:
    row.contact_id === null
      ? null
      : { id: row.contact_id, firstName: row.first_name ?? '', lastName: row.last_name ?? '' },
  type: row.type,
  at: row.at.toISOString(),
  reportedAt: row.reported_at?.toISOString() ?? null,
  accessGranted: row.access_granted,
  reasonCode: row.reason_code as ReasonCode | null,
  isOffline: row.is_offline,
  conflict: row.conflict as ReasonCode | null,
});
