import type { SortOrder } from '#domain/shared/contract.ts';
import type { Level } from '#domain/shared/access.ts';
import type { CompanyAccess, UserStatus } from '#domain/users/users.ts';
import { type Tx, isTrue } from '#server/platform/database/database.ts';
import { isAskedFor, getOffset, orderBy, paginate, type Page } from '#server/platform/database/paginate.ts';
import { hasWordsSql } from '#server/platform/database/textSearch.ts';
import type { CompanyUserTable } from '#server/platform/database/schema.ts';
import { sql, type SqlBool, type Updateable } from 'kysely';

export interface StoredCompanyUser {
  id: string;
  email: string;
  first_name: string;
  last_name: string;
  status: UserStatus;
  is_admin: boolean;
  has_second_factor: boolean;
  invited_at: Date | null;
  last_seen_at: Date | null;
  updated_at: Date;
}

export interface GrantRow {
  user_id: string;
  location_id: string;
  location_name: string;
  access_level: Level;
  is_archived: boolean;
}

interface ListedPeople extends Page {
  ids?: string[] | undefined;
  search?: string | undefined;
  status?: UserStatus | undefined;
  sortBy: keyof typeof sortable;
  sortOrder: SortOrder;
}

const sortable = {
  name: sql`lower(p.first_name || ' ' || p.last_name) collate "und-x-icu"`,
  lastSeenAt: sql`coalesce(p.last_seen_at, '-infinity')`,
};

/** The tables of access have no row-level security, so every query names the company. */
export const usersRepo = (tx: Tx, companyId: string) => ({
  /** With `locationIds`, only people with access to one of them. */
  page: (query: ListedPeople, locationIds: readonly string[] | undefined) =>
    paginate(query, async (page) => {
      const { rows } = await sql<StoredCompanyUser & { total_count: number }>`
        select p.id, p.email, p.first_name, p.last_name, p.status, p.is_admin, p.has_second_factor, p.invited_at, p.last_seen_at, p.updated_at,
               count(*) over ()::int as total_count
          from (${people(companyId)}) as p
         where ${isFound(query)} and ${isAt(locationIds)}
         order by ${orderBy(sortable, query, sql`p.id`)} limit ${page.limit} offset ${getOffset(page)}`.execute(tx);
      return rows;
    }),

  async one(userId: string): Promise<StoredCompanyUser | undefined> {
    const { rows } = await sql<StoredCompanyUser>`
      select p.id, p.email, p.first_name, p.last_name, p.status, p.is_admin, p.has_second_factor, p.invited_at, p.last_seen_at, p.updated_at
        from (${people(companyId)}) as p where p.id = ${userId}`.execute(tx);
    return rows[0];
  },

  grants: (userIds: readonly string[]) =>
    tx
      .selectFrom('location_access as g')
      .innerJoin('locations as l', 'l.id', 'g.location_id')
      .select(['g.user_id', 'g.location_id', 'g.access_level', 'l.name as location_name'])
      .select(sql<boolean>`l.archived_at is not null`.as('is_archived'))
      .where('g.company_id', '=', companyId)
      .where('g.user_id', '=', (eb) => eb.fn.any(eb.val([...userIds])))
      .orderBy('l.name')
      .orderBy('l.id')
      .execute(),

  /** So that each rule sees the result of the previous change. */
  lock: () => tx.selectFrom('companies').select('name').where('id', '=', companyId).forNoKeyUpdate().executeTakeFirst(),

  async activeAdminsBeside(userId: string): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count
        from company_admins a left join company_users s on s.company_id = a.company_id and s.user_id = a.user_id
       where a.company_id = ${companyId} and a.user_id <> ${userId} and coalesce(s.status, 'active') = 'active'`.execute(
      tx,
    );
    return rows[0]?.count ?? 0;
  },

  worksElsewhere: (userId: string) => isTrue(tx, sql`works_elsewhere(${userId}, ${companyId})`),

  /** Unchanged grants keep their row. */
  async setAccess(userId: string, { role, locations }: CompanyAccess): Promise<void> {
    const own = { company_id: companyId, user_id: userId };
    await (role === 'admin'
      ? tx
          .insertInto('company_admins')
          .values(own)
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      : tx.deleteFrom('company_admins').where('user_id', '=', userId).where('company_id', '=', companyId).execute());
    const locationIds = locations.map(({ locationId }) => locationId);
    await tx
      .deleteFrom('location_access')
      .where('user_id', '=', userId)
      .where('company_id', '=', companyId)
      .where((eb) => eb.not(eb('location_id', '=', eb.fn.any(eb.val(locationIds)))))
      .execute();
    if (locations.length === 0) return;
    await tx
      .insertInto('location_access')
      .values(
        locations.map(({ locationId, accessLevel }) => ({
          ...own,
          location_id: locationId,
          access_level: accessLevel,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'location_id']).doUpdateSet({ access_level: sql`excluded.access_level` }),
      )
      .execute();
  },

  /** `updatedAt` moves on, even if nothing is named. */
  setState: (userId: string, change: Updateable<CompanyUserTable> = {}) =>
    tx
      .insertInto('company_users')
      .values({ ...change, company_id: companyId, user_id: userId })
      .onConflict((conflict) =>
        conflict.columns(['company_id', 'user_id']).doUpdateSet({
          ...change,
          updated_at: sql`greatest(now(), company_users.updated_at + interval '1 millisecond')`,
        }),
      )
      .execute(),

  async removeInvited(userId: string): Promise<void> {
    for (const table of ['company_admins', 'location_access', 'company_users'] as const) {
      await tx.deleteFrom(table).where('user_id', '=', userId).where('company_id', '=', companyId).execute();
    }
  },
});

/** An invited person shows the names as typed, no last seen and no second factor, whether or not they have an account elsewhere. */
const people = (companyId: string) => sql`
  select u.id, u.email, a.user_id is not null as is_admin, coalesce(s.status, 'active') as status, s.invited_at,
         case when s.status = 'invited' then s.invited_first_name else u.first_name end as first_name,
         case when s.status = 'invited' then s.invited_last_name else u.last_name end as last_name,
         case when s.status = 'invited' then null else u.last_seen_at end as last_seen_at,
         s.status is distinct from 'invited'
           and exists (select from second_factors f where f.user_id = u.id and f.confirmed_at is not null) as has_second_factor,
         greatest(s.updated_at, case when s.status = 'invited' then null else u.updated_at end) as updated_at
    from (select user_id from company_admins where company_id = ${companyId}
          union
          select user_id from location_access where company_id = ${companyId}
          union
          select user_id from company_users where company_id = ${companyId}) as found
    join users u on u.id = found.user_id
    left join company_users s on s.company_id = ${companyId} and s.user_id = u.id
    left join company_admins a on a.company_id = ${companyId} and a.user_id = u.id`;

const isFound = ({ ids, search, status }: ListedPeople) => {
  return sql<SqlBool>`(${status ?? null}::text is null or p.status = ${status ?? null}::text)
    and ${search ? hasWordsSql([sql`p.first_name`, sql`p.last_name`, sql`p.email`], search) : sql`true`}
    and ${isAskedFor(sql`p.id`, ids)}`;
};

const isAt = (locationIds: readonly string[] | undefined) =>
  locationIds === undefined
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(p.is_admin or exists (
        select from location_access g where g.user_id = p.id and g.location_id = any (${[...locationIds]}::uuid[])))`;

/** A table of user_id, first_name, email and emails_z_reports: those who may be told what concerns the whole company. */
export const activeAdmins = (companyId: string) => sql`(
  select a.user_id, u.first_name, u.email, u.emails_z_reports
    from company_admins a
    join users u on u.id = a.user_id
    left join company_users s on s.company_id = a.company_id and s.user_id = a.user_id
   where a.company_id = ${companyId} and coalesce(s.status, 'active') = 'active')`;
