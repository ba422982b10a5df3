import { sql, type RawBuilder } from 'kysely';
import type { ActivityEntry, RecordType } from '#domain/activity/contract.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { isAskedFor, getOffset, type Page } from '#server/platform/database/paginate.ts';
import { type ActivityRow, columns } from '#server/platform/database/schema.ts';

/** Covers all entries of `wholeCompanies`. Of the other `companies` it covers those at `locations` and those without a location. */
export interface ActivityCoverage {
  readonly companies: readonly string[];
  readonly wholeCompanies: readonly string[];
  readonly locations: readonly string[];
}

export interface ActivityCriteria {
  readonly ids?: readonly string[] | undefined;
  readonly recordType?: RecordType | undefined;
  readonly recordId?: string | undefined;
  readonly userId?: string | undefined;
  readonly since?: Date | undefined;
  readonly before?: Date | undefined;
  /** Only entries after this one, in the order of the log. */
  readonly after?: Pick<ActivityRow, 'at' | 'id'> | undefined;
}

export const toActivityEntry = (row: ActivityRow): ActivityEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
  action: row.action,
  record: { type: row.record_type, id: row.record_id, label: row.record_label },
  locationId: row.location_id,
  changes: row.changes,
  requestId: row.request_id,
});

export const activityRepo = (tx: Tx) => ({
  /** Newest first. Each company's entries come in order from an index; those of several companies are merged. */
  async page(coverage: ActivityCoverage, criteria: ActivityCriteria, page: Page): Promise<ActivityRow[]> {
    const { rows } = await sql<ActivityRow>`
      select ${listed}
        from unnest(${coverage.companies}::uuid[]) as own (company_id)
       cross join lateral (
              select ${listed} from activity as a
               where a.company_id = own.company_id and ${matches(coverage, criteria)}
               order by a.at desc, a.id desc limit ${getOffset(page) + page.limit}) as a
       order by a.at desc, a.id desc limit ${page.limit} offset ${getOffset(page)}`.execute(tx);
    return rows;
  },

  async count(coverage: ActivityCoverage, criteria: ActivityCriteria): Promise<number> {
    const { rows } = await sql<{ total: number }>`
      select count(*) as total from activity as a
       where a.company_id = any (${coverage.companies}::uuid[]) and ${matches(coverage, criteria)}`.execute(tx);
    return rows[0]?.total ?? 0;
  },

  /** The users and API keys with an entry, by name, found with one index lookup each. */
  async people(coverage: ActivityCoverage): Promise<{ id: string; name: string }[]> {
    const next = (after: RawBuilder<unknown>) => sql`
      select a.actor_id from activity as a
       where a.company_id = own.company_id and a.actor_type in ('user', 'api_key') and a.actor_id is not null and ${after} and ${isCovered(coverage)}
       order by a.actor_id limit 1`;
    const { rows } = await sql<{ id: string; name: string }>`
      select who.id, who.name
        from (select id, first_name || ' ' || last_name as name from users
              union all
              select id, name from api_keys) as who
       where who.id in (
         select found.actor_id from unnest(${coverage.companies}::uuid[]) as own (company_id)
          cross join lateral (
            with recursive people as (
              (${next(sql`true`)})
              union all
              select step.actor_id from people cross join lateral (${next(sql`a.actor_id > people.actor_id`)}) as step)
            select actor_id from people) as found)
       order by who.name, who.id`.execute(tx);
    return rows;
  },
});

const listed = sql.raw(columns.activity.map((column) => `a.${column}`).join(', '));

/** Entries about access to the whole company are only for those who may read all of it. */
const isCovered = ({ wholeCompanies, locations }: ActivityCoverage) => sql`(
  a.company_id = any (${wholeCompanies}::uuid[])
  or a.location_id = any (${locations}::uuid[])
  or a.location_id is null and a.record_type <> 'user')`;

function matches(
  coverage: ActivityCoverage,
  { ids, recordType, recordId, userId, since, before, after }: ActivityCriteria,
): RawBuilder<unknown> {
  const conditions = [
    isCovered(coverage),
    isAskedFor(sql`a.id`, ids),
    ...(recordType ? [sql`a.record_type = ${recordType}`] : []),
    ...(recordId ? [sql`a.record_id = ${recordId}`] : []),
    ...(userId ? [sql`a.actor_id = ${userId}`] : []),
    ...(since ? [sql`a.at >= ${since}`] : []),
    ...(before ? [sql`a.at < ${before}`] : []),
    ...(after ? [sql`(a.at, a.id) < (${after.at}, ${after.id}::uuid)`] : []),
  ];
  return sql.join(conditions, sql` and `);
}
