import { subMinutes } from 'date-fns';
import { sql, type RawBuilder } from 'kysely';
import { toPagination } from '#domain/shared/contract.ts';
import { badRequest } from '#server/platform/http/problem.ts';
import type { Tx } from './database.ts';
import type { Page } from './paginate.ts';
import type { RecordChangeTable } from './schema.ts';

/** Longer than any transaction: one that is under way now is seen by the next call. */
const overlapMinutes = 5;

const firstId = '00000000-0000-0000-0000-000000000000';

interface SyncQuery extends Page {
  ids?: string[] | undefined;
  updatedSince?: { since: string; after: string | undefined } | undefined;
}

interface CoveredRecords {
  readonly kind: RecordChangeTable['kind'];
  readonly locationIds: readonly string[];
  /** Whose company-wide records are listed too. */
  readonly companyIds?: readonly string[];
}

/**
 * A page of a list. With `updatedSince` what changed since, in the order of the changes, and what was deleted; the list itself then
 * only says which of the changed records belong to it.
 */
export async function listPage<Query extends SyncQuery, Row extends { id: string }>(
  tx: Tx,
  query: Query,
  covered: CoveredRecords,
  list: (query: Query) => Promise<{ rows: Row[]; total: number }>,
) {
  const { page, limit, ids, updatedSince } = query;
  if (!updatedSince) {
    const { rows, total } = await list(query);
    return { rows, pagination: toPagination(query, total), sync: {} };
  }
  if (page !== 1) throw badRequest(pageRefusal, { page: pageRefusal });
  const { rows: changes } = await changesSince(covered, updatedSince, ids, limit).execute(tx);
  const living = changes.filter(({ deleted_at }) => deleted_at === null).map(({ record_id }) => record_id);
  const { rows } = living.length > 0 ? await list({ ...query, ids: living }) : { rows: [] };
  const byId = new Map(rows.map((row) => [row.id, row]));
  const total = changes[0]?.total_count ?? 0;
  const last = changes.at(-1);
  return {
    rows: living.flatMap((id) => byId.get(id) ?? []),
    pagination: toPagination(query, total),
    sync: {
      deleted: changes.flatMap(({ record_id, deleted_at }) =>
        deleted_at ? [{ id: record_id, deletedAt: deleted_at.toISOString() }] : [],
      ),
      next:
        last && total > changes.length
          ? `${last.changed_at.toISOString()}_${last.record_id}`
          : subMinutes(await readDatabaseNow(tx), overlapMinutes).toISOString(),
    },
  };
}

const pageRefusal = 'With updatedSince there is one page; the next call begins where next says';

interface Change {
  record_id: string;
  changed_at: Date;
  deleted_at: Date | null;
  total_count: number;
}

const changesSince = (
  { kind, locationIds, companyIds = [] }: CoveredRecords,
  { since, after = firstId }: NonNullable<SyncQuery['updatedSince']>,
  ids: readonly string[] | undefined,
  limit: number,
): RawBuilder<Change> => sql<Change>`
  select record_id, changed_at, deleted_at, count(*) over () as total_count
    from record_changes
   where company_id = any (visible_companies()) and kind = ${kind}
     and (location_id = any (${locationIds}::uuid[]) or location_id is null and company_id = any (${companyIds}::uuid[]))
     and (changed_at, record_id) > (${since}::timestamptz, ${after}::uuid)
     and ${ids ? sql`record_id = any (${ids}::uuid[])` : sql`true`}
   order by changed_at, record_id limit ${limit}`;

/** Changes carry the time of the database. */
async function readDatabaseNow(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(tx);
  return rows[0]?.now ?? new Date();
}
