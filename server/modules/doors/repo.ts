import { sql, type Insertable, type Selectable, type SqlBool, type Updateable } from 'kysely';
import type { Door, DoorListQuery } from '#domain/doors/contract.ts';
import type { LoggedKind } from '#server/modules/activity/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { getOffset, isAskedFor, orderBy, paginate, totalCount } from '#server/platform/database/paginate.ts';
import { columns, type DoorTable } from '#server/platform/database/schema.ts';
import { hasWordsSql } from '#server/platform/database/textSearch.ts';
import { nextUpdatedAt, unchangedSince } from '#server/platform/http/optimisticLock.ts';

export type StoredDoor = Selectable<DoorTable> & { readonly is_connected: boolean };

/** How long after its last beat a stream counts as open, in seconds. */
export const streamSeconds = 45;

const connectedAt = (now: Date) =>
  sql<boolean>`exists (
  select from device_doors as n
    join devices as v on v.id = n.device_id and v.revoked_at is null
    join device_streams as t on t.device_id = v.id
   where n.door_id = doors.id and t.beat_at > ${now}::timestamptz - make_interval(secs => ${streamSeconds}))`.as(
    'is_connected',
  );

const sortable = { name: sql`lower(name)`, createdAt: sql`created_at` };

export const doorsRepo = (tx: Tx, now: Date) => ({
  page: (query: DoorListQuery, locationIds: readonly string[]) =>
    paginate(query, (page) =>
      tx
        .selectFrom('doors')
        .select(columns.doors)
        .select([connectedAt(now), totalCount])
        .where(sql<SqlBool>`location_id = any (${locationIds}::uuid[])`)
        .where(isAskedFor(sql`id`, query.ids))
        .where(query.search ? hasWordsSql([sql`name`], query.search) : sql<SqlBool>`true`)
        .orderBy(orderBy(sortable, query, sql`id`))
        .limit(page.limit)
        .offset(getOffset(page))
        .execute(),
    ),

  hasController: async (locationId: string): Promise<boolean> =>
    (await tx
      .selectFrom('devices')
      .select('id')
      .where('location_id', '=', locationId)
      .where('kind', '=', 'door')
      .where('paired_at', 'is not', null)
      .where('revoked_at', 'is', null)
      .limit(1)
      .executeTakeFirst()) !== undefined,

  one: (id: string) =>
    tx.selectFrom('doors').select(columns.doors).select(connectedAt(now)).where('id', '=', id).executeTakeFirst(),

  forUpdate: (id: string) =>
    tx
      .selectFrom('doors')
      .select(columns.doors)
      .select(connectedAt(now))
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst(),

  add: (row: Insertable<DoorTable>) =>
    tx.insertInto('doors').values(row).returning(columns.doors).returning(connectedAt(now)).executeTakeFirstOrThrow(),

  /** Undefined when the row was changed after `expectedUpdatedAt`. */
  change: (id: string, change: Updateable<DoorTable>, expectedUpdatedAt: string | undefined) =>
    tx
      .updateTable('doors')
      .set({ ...change, updated_at: nextUpdatedAt() })
      .where('id', '=', id)
      .where(unchangedSince(expectedUpdatedAt))
      .returning(columns.doors)
      .returning(connectedAt(now))
      .executeTakeFirst(),

  /** Check-ins keep its name. */
  remove: (id: string) => tx.deleteFrom('doors').where('id', '=', id).execute(),
});

export const toDoor = (row: StoredDoor): Door => ({
  id: row.id,
  locationId: row.location_id,
  name: row.name,
  isActive: row.is_active,
  isConnected: row.is_connected,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

export const loggedDoor: LoggedKind<StoredDoor> = {
  type: 'door',
  label: ({ name }) => name,
  locationId: (row) => row.location_id,
  fields: ({ name, is_active }) => ({ name, isActive: is_active }),
};
