import { sql, type RawBuilder, type Selectable, type SqlBool } from 'kysely';
import type { Checkin, CheckinListItem, CheckinListQuery } from '#domain/checkins/contract.ts';
import { countVisitsLeft } from '#domain/contact-memberships/visitPacks.ts';
import { settingsDefaults } from '#domain/settings/companySettings.ts';
import type { StoredMembership } from './checkinDecision.ts';
import type { activityRows } from '#server/modules/activity/index.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { isAskedFor, getOffset, orderBy, paginate, type Page } from '#server/platform/database/paginate.ts';
import { countedRows } from '#server/platform/database/rowCounters.ts';
import { listColumns, type CheckinTable, type ContactTable } from '#server/platform/database/schema.ts';
import { freezesOfMembership } from '#server/modules/contact-memberships/index.ts';
import { matchingContacts, type UrlOf } from '#server/modules/contacts/index.ts';

type CheckinRow = Selectable<CheckinTable>;

export const toCheckin = (row: Omit<CheckinRow, 'company_id' | 'created_by'>): Checkin => ({
  id: row.id,
  checkinTime: row.checkin_time.toISOString(),
  accessGranted: row.access_granted,
  reason: row.reason,
  contactId: row.contact_id,
  locationId: row.location_id,
  doorId: row.door_id,
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

  /** Undefined when the company does not have this contact. */
  async visitor(contactId: string, companyId: string): Promise<Visitor | undefined> {
    const rows = await tx
      .selectFrom('contacts as c')
      .leftJoin('contact_memberships as m', (join) =>
        join.onRef('m.contact_id', '=', 'c.id').on('m.granted_at', 'is not', null),
      )
      .select([
        'c.first_name',
        'c.last_name',
        'm.id',
        'm.visit_limit',
        'm.visits_used',
        'm.access_enabled',
        'm.start_date',
        'm.end_date',
        'm.contract_end_date',
        'm.cancels_on',
        'm.location_id',
        'm.grace_days',
        'm.unbilled_grace',
      ])
      .select(freezesOfMembership.as('freezes'))
      .select([lastVisit.as('last_visit'), repeatMinutes.as('repeat_minutes')])
      .where('c.id', '=', contactId)
      .where('c.company_id', '=', companyId)
      .where('c.archived_at', 'is', null)
      .execute();
    const [first] = rows;
    if (!first) return undefined;
    const memberships = rows.flatMap(
      ({
        id,
        visit_limit,
        visits_used,
        access_enabled,
        start_date,
        end_date,
        contract_end_date,
        cancels_on,
        location_id,
        grace_days,
        unbilled_grace,
        freezes,
      }) =>
        id === null || access_enabled === null || start_date === null
          ? []
          : {
              id,
              visitsLeft: countVisitsLeft(visit_limit, visits_used ?? 0),
              accessEnabled: access_enabled,
              startDate: start_date,
              endDate: end_date,
              contractEndDate: contract_end_date,
              cancelsOn: cancels_on,
              graceDays: grace_days,
              unbilledGrace: unbilled_grace,
              locationId: location_id,
              freezes,
            },
    );
    const { first_name, last_name, last_visit, repeat_minutes } = first;
    return {
      name: `${first_name} ${last_name}`,
      held: memberships,
      lastVisit: last_visit && { ...last_visit, checkinTime: new Date(last_visit.checkinTime) },
      repeatMinutes: repeat_minutes ?? settingsDefaults.checkins.repeatMinutes,
    };
  },

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

  /** By the calendar day of their location. */
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

interface Visitor {
  name: string;
  held: StoredMembership[];
  /** With the pack that let them in, if one did. */
  lastVisit: { checkinTime: Date; locationName: string; packId: string | null } | null;
  repeatMinutes: number;
}

const lastVisit = sql<{ checkinTime: string; locationName: string; packId: string | null } | null>`(
  select jsonb_build_object('checkinTime', k.checkin_time, 'locationName', l.name, 'packId', v.contact_membership_id)
    from checkins as k join locations as l on l.id = k.location_id left join pack_visits as v on v.checkin_id = k.id
   where k.contact_id = c.id and k.access_granted
   order by k.checkin_time desc limit 1)`;
/** Null if the company never changed it. */
const repeatMinutes = sql<
  number | null
>`(select (s.checkins->>'repeatMinutes')::int from company_settings as s where s.company_id = c.company_id)`;

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
