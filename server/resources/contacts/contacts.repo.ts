import { sql, type Insertable, type SqlBool, type Updateable } from 'kysely';
import type { ContactListQuery } from '#domain/contract/contacts.ts';
import type { Tx } from '#server/db/database.ts';
import type { ContactTable } from '#server/db/schema.ts';
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
      .returningAll()
      .executeTakeFirstOrThrow(),

  /** Undefined when the contact is not there any more, or not as it was at `readAt`. */
  change: (id: string, columns: Updateable<ContactTable>, readAt?: string) =>
    tx
      .updateTable('contacts')
      .set({ ...columns, updated_at: sql`greatest(now(), updated_at + interval '1 millisecond')` })
      .where('id', '=', id)
      .where('archived_at', 'is', null)
      .$if(readAt !== undefined, (update) => update.where('updated_at', '=', new Date(readAt ?? '')))
      .returningAll()
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

const living = (tx: Tx, id: string) => tx.selectFrom('contacts').selectAll().where('id', '=', id).where('archived_at', 'is', null);

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
