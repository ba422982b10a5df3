import { sql, type RawBuilder, type Selectable, type SqlBool } from 'kysely';
import type { Checkin, CheckinListItem, CheckinListQuery } from '#domain/checkins/contract.ts';
import type { activityRows } from '#server/modules/activity/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { isAskedFor, getOffset, orderBy, paginate, type Page } from '#server/platform/database/paginate.ts';
import { countedRows } from '#server/platform/database/rowCounters.ts';
import { listColumns, type CheckinTable, type ContactTable } from '#server/platform/database/schema.ts';
import { matchingContacts, type UrlOf } from '#server/modules/contacts/index.ts';

type CheckinRow = Selectable<CheckinTable>;

export const toCheckin = (row: Omit<CheckinRow, 'company_id' | 'created_by' | 'contact_membership_id'>): Checkin => ({
  id: row.id,
  checkinTime: row.checkin_time.toISOString(),
  accessGranted: row.access_granted,
  reason: row.reason,
  contactId: row.contact_id,
  locationId: row.location_id,
  doorId: row.door_name,
});

const sortable = {
  contactFirstName: sql`c.first_name`,
  checkinTime: sql`k.checkin_time`,
  accessGranted: sql`k.access_granted`,
};
const ties = [sql`k.checkin_time`, sql`k.id`];

export const checkinsRepo = (tx: Tx) => ({
  page: (query: CheckinListQuery, locationIds: readonly string[]) =>
    paginate(query, async (page) => {
      const { rows } = await sql<ListedCheckin>`
        with page as (${selectIds(page, query, locationIds)})
        select ${sql.raw(listColumns('checkins', 'k').join(', '))},
               c.first_name, c.last_name, c.email, c.image_thumbnail_key, c.image_preview_key, c.image_original_key,
               c.archived_at as contact_archived_at,
               (select total_count from page limit 1) as total_count
          from checkins as k
          join contacts as c on c.id = k.contact_id
         where k.id = any (array(select id from page))
         order by ${orderBy(sortable, query, ...ties)}`.execute(tx);
      return rows;
    }),

  add: (row: CheckinRow, logged: ReturnType<typeof activityRows>) =>
    tx
      .with('logged', (db) => db.insertInto('activity').values(logged))
      .insertInto('checkins')
      .values(row)
      .execute(),

  one: (id: string) =>
    tx
      .selectFrom('checkins as k')
      .innerJoin('contacts as c', 'c.id', 'k.contact_id')
      .innerJoin('locations as l', 'l.id', 'k.location_id')
      .select(listColumns('checkins', 'k'))
      .select([sql<string>`c.first_name || ' ' || c.last_name`.as('contact_name'), 'l.timezone'])
      .where('k.id', '=', id)
      .executeTakeFirst(),

  /** Undefined when it was deleted meanwhile. */
  remove: (id: string) => tx.deleteFrom('checkins').where('id', '=', id).returning('id').executeTakeFirst(),

  /** Days are those of the location's calendar. */
  perDay: (locationIds: readonly string[], since: Date) =>
    tx
      .selectFrom('checkins as k')
      .innerJoin('locations as l', 'l.id', 'k.location_id')
      .select([
        sql<string>`(k.checkin_time at time zone l.timezone)::date`.as('date'),
        sql<number>`count(*) filter (where k.access_granted)`.as('granted'),
        sql<number>`count(*) filter (where not k.access_granted)`.as('denied'),
      ])
      .where(sql<SqlBool>`k.location_id = any (${locationIds}::uuid[])`)
      .where('k.checkin_time', '>=', since)
      .groupBy(sql`1`)
      .execute(),
});

type ContactColumn =
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'image_thumbnail_key'
  | 'image_preview_key'
  | 'image_original_key';

interface ListedCheckin extends CheckinRow, Pick<Selectable<ContactTable>, ContactColumn> {
  contact_archived_at: Date | null;
  total_count: number;
}

export const toListItem = (row: ListedCheckin, urlOf: UrlOf): CheckinListItem => ({
  checkin: toCheckin(row),
  contact: {
    id: row.contact_id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    thumbnailUrl: urlOf(row.image_thumbnail_key),
    previewUrl: urlOf(row.image_preview_key),
    originalUrl: urlOf(row.image_original_key),
  },
});

function selectIds(page: Page, query: CheckinListQuery, locationIds: readonly string[]): RawBuilder<unknown> {
  const { ids, search, accessGranted, contactId, sortBy } = query;
  const order = orderBy(sortable, query, ...ties);
  const hasOutcome = accessGranted
    ? sql<SqlBool>`k.access_granted = ${accessGranted === 'granted'}`
    : sql<SqlBool>`true`;
  if (!ids && !search && !contactId && sortBy !== 'contactFirstName') {
    const total = countedRows('checkins', locationIds, accessGranted && sql<SqlBool>`counter.part = ${accessGranted}`);
    // One location's check-ins come in order from an index; those of several are merged.
    return sql`
      select k.id, ${total} as total_count
        from unnest(${locationIds}::uuid[]) as at (location_id)
       cross join lateral (
              select k.id, k.checkin_time, k.access_granted from checkins as k
               where k.location_id = at.location_id and ${hasOutcome}
               order by ${order} limit ${getOffset(page) + page.limit}) as k
       order by ${order} limit ${page.limit} offset ${getOffset(page)}`;
  }
  // A visitor's home location may be any of the company's.
  const people = search ? matchingContacts(search, null) : sql`contacts`;
  return sql`
    select k.id, count(*) over () as total_count
      from ${people} as c join checkins as k on k.contact_id = c.id
     where k.location_id = any (${locationIds}::uuid[]) and ${hasOutcome} and ${contactId ? sql`c.id = ${contactId}` : sql`true`}
       and ${isAskedFor(sql`k.id`, ids)}
     order by ${order} limit ${page.limit} offset ${getOffset(page)}`;
}
