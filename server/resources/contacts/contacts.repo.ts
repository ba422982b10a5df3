import { sql, type SqlBool } from 'kysely';
import type { ContactListQuery } from '#domain/contract/contacts.ts';
import type { Tx } from '#server/db/database.ts';
import { containing, offsetOf, orderBy } from '#server/http/listing.ts';

const sortable = {
  firstName: sql`c.first_name`,
  createdAt: sql`c.created_at`,
};

/** The locations a list covers, and what day it is there. */
export interface ContactScope {
  locationIds: string[];
  /** Set when the list covers one location: then visitors may be added. */
  at?: { id: string; companyId: string };
  now: Date;
}

export const contactsRepo = (tx: Tx) => ({
  async page(query: ContactListQuery, scope: ContactScope) {
    const matching = () => filtered(tx, query, scope);
    const rows = await matching()
      .selectAll('c')
      .select([
        'l.id as location_id',
        'l.name as location_name',
        'l.city as location_city',
        'l.state as location_state',
        'l.timezone as location_timezone',
      ])
      .orderBy(orderBy(sortable, query, sql`c.id`))
      .limit(query.limit)
      .offset(offsetOf(query))
      .execute();
    const { total } = await matching()
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return { rows, total };
  },

  one: (id: string) =>
    tx.selectFrom('contacts').selectAll().where('id', '=', id).where('archived_at', 'is', null).executeTakeFirst(),
});

function filtered(tx: Tx, { search, memberFilter, includeVisitors }: ContactListQuery, { locationIds, at, now }: ContactScope) {
  const withVisitors = includeVisitors && at;
  let query = tx
    .selectFrom('contacts as c')
    .innerJoin('locations as l', 'l.id', 'c.home_location_id')
    .where('c.archived_at', 'is', null)
    .where(withVisitors ? homeOrVisitor(at) : sql<SqlBool>`c.home_location_id = any (${locationIds}::uuid[])`);
  if (search) {
    const searched = withVisitors ? null : locationIds;
    query = query.where(sql<SqlBool>`c.id in (select matching_contacts(${containing(search)}, ${searched}::uuid[]))`);
  }
  if (memberFilter) {
    const isMember = sql<SqlBool>`coalesce(c.member_through >= (${now}::timestamptz at time zone l.timezone)::date, false)`;
    query = query.where(memberFilter === 'members' ? isMember : sql<SqlBool>`not ${isMember}`);
  }
  return query;
}

/** API `includeVisitors`: also the company's contacts with a membership that is valid at this location. */
const homeOrVisitor = ({ id, companyId }: { id: string; companyId: string }) => sql<SqlBool>`(
  c.home_location_id = ${id} or c.company_id = ${companyId} and exists (
    select from contact_memberships m
     where m.contact_id = c.id and m.granted_at is not null and (m.location_id is null or m.location_id = ${id})))`;
