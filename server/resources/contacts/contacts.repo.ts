import { sql, type Insertable, type RawBuilder, type SqlBool, type Updateable } from 'kysely';
import type { ContactListQuery, MemberFilter } from '#domain/contract/contacts.ts';
import { columns } from '#server/db/columns.ts';
import type { Tx } from '#server/db/database.ts';
import type { ContactTable } from '#server/db/schema.ts';
import { tallied } from '#server/db/tallies.ts';
import { orderBy } from '#server/http/listing.ts';
import { foundAmong, foundAt, foundIds, pageOf, rowsOnce } from '#server/http/paging.ts';
import { matchingContacts } from './contacts-search.ts';

const sortable = {
  firstName: sql`first_name`,
  createdAt: sql`created_at`,
};

const listedColumns = [
  'c.id', 'c.company_id', 'c.home_location_id', 'c.first_name', 'c.last_name', 'c.email', 'c.phone', 'c.date_of_birth', 'c.address',
  'c.city', 'c.state', 'c.zip_code', 'c.emergency_contact_name', 'c.emergency_contact_phone', 'c.notes', 'c.image_original_key',
  'c.image_preview_key', 'c.image_thumbnail_key', 'c.image_file_name', 'c.image_file_size', 'c.image_uploaded_at', 'c.created_at',
  'c.updated_at',
] as const;

const listed = rowsOnce((tx) =>
  tx
    .selectFrom('contacts as c')
    .innerJoin('locations as l', 'l.id', 'c.home_location_id')
    .select(listedColumns)
    .select([
      'l.id as location_id',
      'l.name as location_name',
      'l.city as location_city',
      'l.state as location_state',
      'l.timezone as location_timezone',
    ])
    .where(sql<SqlBool>`c.id = any (${foundIds})`),
);

/** The locations a list covers, and what day it is there. */
export interface ContactScope {
  locationIds: string[];
  /** Set when the list covers one location: then visitors may be added. */
  at?: { id: string; companyId: string };
  now: Date;
}

export const contactsRepo = (tx: Tx) => ({
  page: (query: ContactListQuery, scope: ContactScope) => pageOf(tx, find(query, scope), listed),

  one: (id: string) => living(tx, id).executeTakeFirst(),

  locked: (id: string) => living(tx, id).forUpdate().executeTakeFirst(),

  /** Keeps a location from being archived until the transaction ends; undefined when it is already. */
  heldHome: (id: string) =>
    tx.selectFrom('locations').select('id').where('id', '=', id).where('archived_at', 'is', null).forKeyShare().executeTakeFirst(),

  /** The columns of `toLocationSummary`. */
  homeLocation: (id: string) =>
    tx
      .selectFrom('locations')
      .select(['id as location_id', 'name as location_name', 'city as location_city', 'state as location_state'])
      .select('timezone as location_timezone')
      .where('id', '=', id)
      .executeTakeFirst(),

  add: (row: NewContact) =>
    tx
      .insertInto('contacts')
      .values({ ...nothingYet, ...row })
      .returning(columns.contacts)
      .executeTakeFirstOrThrow(),

  /** Undefined when the contact is not there any more, or not as it was at `expectedUpdatedAt`. */
  change: (id: string, change: Updateable<ContactTable>, expectedUpdatedAt?: string) =>
    tx
      .updateTable('contacts')
      .set({ ...change, updated_at: sql`greatest(now(), updated_at + interval '1 millisecond')` })
      .where('id', '=', id)
      .where('archived_at', 'is', null)
      .$if(expectedUpdatedAt !== undefined, (update) => update.where('updated_at', '=', new Date(expectedUpdatedAt ?? '')))
      .returning(columns.contacts)
      .executeTakeFirst(),

  async hasHistory(id: string): Promise<boolean> {
    const { rows } = await sql<{ has_history: boolean }>`
      select exists (select from invoices where contact_id = ${id})
          or exists (select from contact_memberships where contact_id = ${id})
          or exists (select from checkins where contact_id = ${id}) as has_history`.execute(tx);
    return rows[0]?.has_history ?? true;
  },

  remove: (id: string) => tx.deleteFrom('contacts').where('id', '=', id).execute(),

  async archive(id: string): Promise<void> {
    await tx.updateTable('contact_memberships').set({ auto_renew: false }).where('contact_id', '=', id).execute();
    await tx.updateTable('contacts').set({ archived_at: sql`now()` }).where('id', '=', id).execute();
  },
});

type NewContact = Omit<Insertable<ContactTable>, keyof typeof nothingYet> & Partial<Pick<Insertable<ContactTable>, 'date_of_birth'>>;

const nothingYet = {
  date_of_birth: null,
  image_original_key: null,
  image_preview_key: null,
  image_thumbnail_key: null,
  image_file_name: null,
  image_file_size: null,
  image_uploaded_at: null,
  member_through: null,
  archived_at: null,
};

const living = (tx: Tx, id: string) => tx.selectFrom('contacts').select(columns.contacts).where('id', '=', id).where('archived_at', 'is', null);

function find(query: ContactListQuery, scope: ContactScope) {
  const { search, includeVisitors, memberFilter } = query;
  const order = orderBy(sortable, query, sql`id`);
  const hits = (from: RawBuilder<unknown>, where: RawBuilder<SqlBool>) =>
    foundAmong(sql`select c.id, c.first_name, c.created_at from ${from} as c where ${where} and ${memberRows('c', query, scope)}`, order, query);
  if (includeVisitors && scope.at) {
    const from = search ? matchingContacts(search, null) : sql`contacts`;
    return hits(from, sql<SqlBool>`c.archived_at is null and ${homeOrVisitor(scope.at)}`);
  }
  const { locationIds } = scope;
  if (search) return hits(matchingContacts(search, locationIds), sql<SqlBool>`true`);
  const where = sql<SqlBool>`archived_at is null and ${memberRows('contacts', query, scope)}`;
  const total = memberFilter
    ? tallied('contacts', locationIds, memberTallies(memberFilter, scope))
    : tallied('all contacts', locationIds);
  return foundAt({ table: 'contacts', location: 'home_location_id', where, order }, { locationIds, page: query, total });
}

const today = ({ now }: ContactScope) => sql`(${now}::timestamptz at time zone l.timezone)::date`;

const memberRows = (alias: string, { memberFilter }: ContactListQuery, scope: ContactScope) => {
  if (!memberFilter) return sql<SqlBool>`true`;
  const day = sql`(select ${today(scope)} from locations l where l.id = ${sql.ref(`${alias}.home_location_id`)})`;
  const isMember = sql<SqlBool>`coalesce(${sql.ref(`${alias}.member_through`)} >= ${day}, false)`;
  return memberFilter === 'members' ? isMember : sql<SqlBool>`not ${isMember}`;
};

const memberTallies = (filter: MemberFilter, scope: ContactScope) =>
  sql<SqlBool>`t.part ${filter === 'members' ? sql`>=` : sql`<`} to_char(${today(scope)}, 'YYYY-MM-DD')`;

/** API `includeVisitors`: also the company's contacts with a membership that is valid at this location. */
const homeOrVisitor = ({ id, companyId }: { id: string; companyId: string }) => sql<SqlBool>`(
  c.home_location_id = ${id} or c.company_id = ${companyId} and exists (
    select from contact_memberships m
     where m.contact_id = c.id and m.granted_at is not null and (m.location_id is null or m.location_id = ${id})))`;
