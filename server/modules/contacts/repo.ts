import { sql, type Insertable, type RawBuilder, type SqlBool, type Updateable } from 'kysely';
import type { ContactListQuery, MemberFilter } from '#domain/contacts/contract.ts';
import { todayIn } from '#domain/shared/dates.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { hasExternalId } from '#server/platform/database/externalId.ts';
import { isAskedFor, getOffset, orderBy, paginate, type Page } from '#server/platform/database/paginate.ts';
import { countedRows } from '#server/platform/database/rowCounters.ts';
import { columns, listColumns, type ContactTable } from '#server/platform/database/schema.ts';
import { nextUpdatedAt, unchangedSince } from '#server/platform/http/optimisticLock.ts';
import { freezesOfMembership, isNextPlanArchived, termColumns } from '#server/modules/contact-memberships/index.ts';
import { byRelevance, matchingContacts } from './search.ts';
import { hasMemberStatus, isOwedSql, sameDay, type ListedDay } from './memberStatusFilter.ts';
import type { StoredContact, ListedMemberStatusRow } from './rows.ts';

const sortable = {
  firstName: sql`c.first_name`,
  createdAt: sql`c.created_at`,
};

const inOrder = ({ sortBy, sortOrder, search }: ContactListQuery): RawBuilder<unknown> => {
  if (sortBy !== 'relevance') return orderBy(sortable, { sortBy, sortOrder }, sql`c.id`);
  return sql.join([...(search ? [byRelevance(search)] : []), sql`c.first_name`, sql`c.id`]);
};

const listedColumns = sql.raw(listColumns('contacts', 'c').join(', '));

const memberStatusColumns = sql`
  (select coalesce(json_agg(n), '[]')
     from (select ${sql.join(termColumns.map((column) => sql.ref(column)))}, ${freezesOfMembership} as freezes,
                  ${isNextPlanArchived} as is_next_plan_archived
             from contact_memberships m where m.contact_id = c.id and m.granted_at is not null) as n) as memberships,
  (select k.checkin_time from checkins k where k.contact_id = c.id and k.access_granted order by k.checkin_time desc limit 1) as last_visit,
  (select coalesce(sum(i.due_cents), 0)::bigint from invoices i where i.contact_id = c.id and ${isOwedSql}) as owed_cents`;

interface ListedContactRow extends StoredContact, ListedMemberStatusRow {
  location_id: string;
  location_name: string;
  location_city: string;
  location_state: string;
  location_timezone: string;
  total_count: number;
}

interface ListedAt {
  locationIds: string[];
  timezones: readonly string[];
  /** Set when the list is for one location: then visitors may be added. */
  at?: { id: string; companyId: string; timezone: string };
  now: Date;
}

export const contactsRepo = (tx: Tx) => ({
  page: (query: ContactListQuery, listedAt: ListedAt) =>
    paginate(query, async (page) => {
      const { rows } = await sql<ListedContactRow>`
        with page as (${selectIds(page, query, listedAt)})
        select ${listedColumns},
               l.id as location_id, l.name as location_name, l.city as location_city, l.state as location_state,
               l.timezone as location_timezone, ${memberStatusColumns},
               (select total_count from page limit 1) as total_count
          from contacts as c
          join locations as l on l.id = c.home_location_id
         where c.id = any (array(select id from page))
         order by ${inOrder(query)}`.execute(tx);
      return rows;
    }),

  one: (id: string) => selectUnarchivedContact(tx, id).executeTakeFirst(),

  /** Foreign key checks do not wait. */
  forNoKeyUpdate: (id: string) => selectUnarchivedContact(tx, id).forNoKeyUpdate().executeTakeFirst(),

  forUpdate: (id: string) => selectUnarchivedContact(tx, id).forUpdate().executeTakeFirst(),

  homeLocation: (id: string) =>
    tx
      .selectFrom('locations')
      .select(['id as location_id', 'name as location_name', 'city as location_city', 'state as location_state'])
      .select('timezone as location_timezone')
      .where('id', '=', id)
      .executeTakeFirst(),

  add: (row: Insertable<ContactTable>) =>
    tx.insertInto('contacts').values(row).returning(columns.contacts).executeTakeFirstOrThrow(),

  /** Undefined when it was deleted, or changed after `expectedUpdatedAt`. */
  change: (id: string, change: Updateable<ContactTable>, expectedUpdatedAt: string | undefined) =>
    tx
      .updateTable('contacts')
      .set({ ...change, updated_at: nextUpdatedAt() })
      .where('id', '=', id)
      .where('archived_at', 'is', null)
      .where(unchangedSince(expectedUpdatedAt))
      .returning(columns.contacts)
      .executeTakeFirst(),

  /** The most used first, each in its most used spelling. */
  async tags(companyIds: readonly string[]): Promise<{ name: string; contacts: number }[]> {
    const { rows } = await sql<{ name: string; contacts: number }>`
      select (array_agg(tag order by n desc, tag))[1] as name, sum(n)::bigint as contacts
        from (select tag, count(*) as n from contacts as c cross join unnest(c.tags) as tag
               where c.company_id = any (${companyIds}::uuid[]) and c.archived_at is null and c.tags <> '{}' group by tag) as spelled
       group by lower(tag collate "und-x-icu") order by sum(n) desc, lower(tag collate "und-x-icu") limit ${tagsListed}`.execute(
      tx,
    );
    return rows;
  },

  remove: (id: string) => tx.deleteFrom('contacts').where('id', '=', id).execute(),

  /** Imported memberships whose renewal is on hold are not activated any more, even if the contact is restored. */
  async archive(id: string, now: Date): Promise<void> {
    await tx.updateTable('contacts').set({ archived_at: now }).where('id', '=', id).execute();
    await tx
      .updateTable('contact_memberships')
      .set({ renewal_on_hold: null })
      .where('contact_id', '=', id)
      .where('renewal_on_hold', 'is not', null)
      .execute();
  },

  restore: (id: string, homeLocationId: string) =>
    tx
      .updateTable('contacts')
      .set({ archived_at: null, home_location_id: homeLocationId, updated_at: nextUpdatedAt() })
      .where('id', '=', id)
      .returning(columns.contacts)
      .executeTakeFirstOrThrow(),
});

const tagsListed = 500;

const selectUnarchivedContact = (tx: Tx, id: string) =>
  tx.selectFrom('contacts').select(columns.contacts).where('id', '=', id).where('archived_at', 'is', null);

function selectIds(page: Page, query: ContactListQuery, listedAt: ListedAt): RawBuilder<unknown> {
  const { ids, search, memberFilter, memberStatus, externalId, tags = [] } = query;
  const { locationIds } = listedAt;
  const order = inOrder(query);
  const withVisitors = query.includeVisitors ? listedAt.at : undefined;
  const isSearched = search !== undefined || tags.length > 0;
  if (!ids && !isSearched && !memberStatus && !withVisitors && externalId === undefined) {
    const total = memberFilter
      ? countedRows('contacts', locationIds, membersCounted(memberFilter, listedAt))
      : countedRows('all contacts', locationIds);
    // A location's contacts come in order from an index; those of several locations are merged.
    return sql`
      select c.id, ${total} as total_count
        from unnest(${locationIds}::uuid[]) as at (location_id)
       cross join lateral (
              select c.id, c.first_name, c.created_at from contacts as c
               where c.home_location_id = at.location_id and c.archived_at is null and ${isListed(query, listedAt)}
               order by ${order} limit ${getOffset(page) + page.limit}) as c
       order by ${order} limit ${page.limit} offset ${getOffset(page)}`;
  }
  const from = isSearched ? matchingContacts(search, withVisitors ? null : locationIds, tags) : sql`contacts`;
  return sql`
    select c.id, count(*) over () as total_count
      from ${from} as c
     where c.archived_at is null and ${isListed(query, listedAt)} and ${isAskedFor(sql`c.id`, ids)}
       and ${hasExternalId(sql`c.external_id`, externalId)}
       and ${withVisitors ? homeOrVisitor(withVisitors) : sql`c.home_location_id = any (${locationIds}::uuid[])`}
       and ${memberStatus ? hasMemberStatus(memberStatus, toDay(listedAt), listedAt.now) : sql`true`}
     order by ${order} limit ${page.limit} offset ${getOffset(page)}`;
}

const today = ({ now }: ListedAt) => sql`(${now}::timestamptz at time zone l.timezone)::date`;

/** Usually it is the same date at all locations, and then no location is looked up. */
function toDay(listedAt: ListedAt): ListedDay {
  const [first = '', ...later] = [
    ...new Set(listedAt.timezones.map((timezone) => todayIn(timezone, listedAt.now))),
  ].toSorted();
  if (later.length === 0) return sameDay(first);
  const ofHome = sql`(select ${today(listedAt)} from locations l where l.id = c.home_location_id)`;
  return { today: ofHome, first, last: later.at(-1) ?? first };
}

const isListed = ({ memberFilter }: ContactListQuery, listedAt: ListedAt) => {
  if (!memberFilter) return sql<SqlBool>`true`;
  const isMember = sql<SqlBool>`coalesce(c.member_through >= (select ${today(listedAt)} from locations l where l.id = c.home_location_id), false)`;
  return memberFilter === 'members' ? isMember : sql<SqlBool>`not ${isMember}`;
};

const membersCounted = (filter: MemberFilter, listedAt: ListedAt) =>
  sql<SqlBool>`counter.part ${filter === 'members' ? sql`>=` : sql`<`}
    (select to_char(${today(listedAt)}, 'YYYY-MM-DD') from locations l where l.id = counter.location_id)`;

/** API `includeVisitors`: also the company's contacts with a membership that is valid at this location. */
const homeOrVisitor = ({ id, companyId }: { id: string; companyId: string }) => sql<SqlBool>`(
  c.home_location_id = ${id} or c.company_id = ${companyId} and exists (
    select from contact_memberships m
     where m.contact_id = c.id and m.granted_at is not null and (m.location_id is null or m.location_id = ${id})))`;
