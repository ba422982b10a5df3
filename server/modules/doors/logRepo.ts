import { sql, type Insertable, type SqlBool } from 'kysely';
import type { DoorLogEntry, DoorLogQuery } from '#domain/doors/logContract.ts';
import type { ReasonCode } from '#domain/checkins/reasons.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { getOffset, isAskedFor, paginate } from '#server/platform/database/paginate.ts';
import { countedRows } from '#server/platform/database/rowCounters.ts';
import { columns, listColumns, type DoorLogTable } from '#server/platform/database/schema.ts';
import { lockUntilCommit } from '#server/platform/database/withAdvisoryLock.ts';

export const doorLogRepo = (tx: Tx) => ({
  add: (row: Insertable<DoorLogTable>) => tx.insertInto('door_log').values(row).execute(),

  /** Entries that a device has recorded under this key. Two that ask at once wait for one another. */
  async ofKey(deviceId: string, key: string) {
    await lockUntilCommit(tx, `${deviceId} ${key}`);
    return tx
      .selectFrom('door_log')
      .select(columns.door_log)
      .where('device_id', '=', deviceId)
      .where('key', '=', key)
      .executeTakeFirst();
  },

  remove: (id: string) => tx.deleteFrom('door_log').where('id', '=', id).execute(),

  /** Only the page’s rows are read, from the index in its order. */
  page: (query: DoorLogQuery, locationIds: readonly string[]) =>
    paginate(query, (page) => {
      const asked = sql<SqlBool>`${isAskedFor(sql`g.id`, query.ids)}
        and ${query.doorId ? sql`g.door_name = ${query.doorId}` : sql`true`}
        and ${query.contactId ? sql`g.contact_id = ${query.contactId}` : sql`true`}
        and ${query.conflicts ? sql`g.conflict is not null` : sql`true`}`;
      const newest = sql<{ id: string }>`(
        select o.id, o.at from unnest(${locationIds}::uuid[]) as l (id)
         cross join lateral (
                select g.id, g.at from door_log as g where g.location_id = l.id and ${asked}
                 order by g.at desc, g.id desc limit ${getOffset(page) + page.limit}) as o
         order by o.at desc, o.id desc limit ${page.limit} offset ${getOffset(page)})`;
      const isNarrowed = query.ids || query.doorId || query.contactId || query.conflicts;
      const counted = isNarrowed
        ? sql<number>`(
        select count(*)::int from door_log as g where g.location_id = any (${locationIds}::uuid[]) and ${asked})`
        : countedRows('door log', locationIds);
      return tx
        .selectFrom(newest.as('page'))
        .innerJoin('door_log as g', 'g.id', 'page.id')
        .leftJoin('contacts as c', 'c.id', 'g.contact_id')
        .select(listColumns('door_log', 'g'))
        .select(['c.first_name', 'c.last_name', counted.as('total_count')])
        .orderBy('g.at', 'desc')
        .orderBy('g.id', 'desc')
        .execute();
    }),
});

type Row = Awaited<ReturnType<ReturnType<typeof doorLogRepo>['page']>>['rows'][number];

export const toLogEntry = (row: Row): DoorLogEntry => ({
  id: row.id,
  locationId: row.location_id,
  doorId: row.door_name,
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
