import { sql, type Insertable, type SqlBool, type Updateable } from 'kysely';
import type { AccessHoursRecord } from '#domain/doors/accessHoursContract.ts';
import { clockTime } from '#domain/doors/accessHours.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { listColumns, type AccessHourTable } from '#server/platform/database/schema.ts';
import { nextUpdatedAt, unchangedSince } from '#server/platform/http/optimisticLock.ts';

/** The plans of these locations, and the company-wide plans of these companies. */
interface PlanScope {
  readonly locations: readonly string[];
  readonly companies: readonly string[];
}

export const accessHoursRepo = (tx: Tx) => ({
  list: ({ locations, companies }: PlanScope, membershipId: string | undefined) =>
    withPlan(tx)
      .where(
        sql<SqlBool>`(m.location_id = any (${locations}::uuid[]) or (m.location_id is null and m.company_id = any (${companies}::uuid[])))`,
      )
      .where(membershipId ? sql<SqlBool>`m.id = ${membershipId}` : sql<SqlBool>`true`)
      .orderBy('m.name')
      .orderBy('m.id')
      .orderBy('h.from_minute')
      .orderBy('h.id')
      .execute(),

  one: (id: string) => withPlan(tx).where('h.id', '=', id).executeTakeFirst(),

  forUpdate: (id: string) => withPlan(tx).where('h.id', '=', id).forUpdate('h').executeTakeFirst(),

  count: async (membershipId: string): Promise<number> =>
    (
      await tx
        .selectFrom('access_hours')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('membership_id', '=', membershipId)
        .executeTakeFirstOrThrow()
    ).count,

  add: (row: Insertable<AccessHourTable>) => tx.insertInto('access_hours').values(row).execute(),

  /** Undefined when the row was changed after `expectedUpdatedAt`. */
  change: (id: string, change: Updateable<AccessHourTable>, expectedUpdatedAt: string | undefined) =>
    tx
      .updateTable('access_hours')
      .set({ ...change, updated_at: nextUpdatedAt() })
      .where('id', '=', id)
      .where(unchangedSince(expectedUpdatedAt))
      .returning('id')
      .executeTakeFirst(),

  remove: (id: string) => tx.deleteFrom('access_hours').where('id', '=', id).execute(),
});

const withPlan = (tx: Tx) =>
  tx
    .selectFrom('access_hours as h')
    .innerJoin('memberships as m', 'm.id', 'h.membership_id')
    .select(listColumns('access_hours', 'h'))
    .select(['m.name as membership_name', 'm.location_id'])
    .where('m.archived_at', 'is', null);

type Row = Awaited<ReturnType<ReturnType<typeof accessHoursRepo>['list']>>[number];

export const toHours = (row: Pick<Row, 'weekdays' | 'from_minute' | 'to_minute'>) => ({
  weekdays: row.weekdays,
  from: row.from_minute,
  to: row.to_minute,
});

export const toAccessHours = (row: Row): AccessHoursRecord => ({
  id: row.id,
  membershipId: row.membership_id,
  membershipName: row.membership_name,
  weekdays: row.weekdays,
  from: clockTime(row.from_minute),
  to: clockTime(row.to_minute),
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
