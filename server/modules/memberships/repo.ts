import { sql, type Insertable, type SqlBool, type Updateable } from 'kysely';
import type { MembershipListQuery } from '#domain/memberships/contract.ts';
import { archiveRow } from '#server/platform/database/archiveRow.ts';
import { type Tx, isTrue } from '#server/platform/database/database.ts';
import { hasExternalId } from '#server/platform/database/externalId.ts';
import { isAskedFor, getOffset, orderBy, paginate, totalCount } from '#server/platform/database/paginate.ts';
import { columns, listColumns, type MembershipTable } from '#server/platform/database/schema.ts';
import { hasWordsSql } from '#server/platform/database/textSearch.ts';
import { nextUpdatedAt, unchangedSince } from '#server/platform/http/optimisticLock.ts';

/** The plans of these locations, and the company-wide plans of these companies. */
interface PlanScope {
  locations: readonly string[];
  companies: readonly string[];
}

const sortable = { name: sql`m.name`, createdAt: sql`m.created_at` };

export const membershipsRepo = (tx: Tx) => ({
  page: (query: MembershipListQuery, scope: PlanScope) =>
    paginate(query, (page) =>
      withLocation(selectFiltered(tx, query, scope))
        .select([boundIds, totalCount])
        .orderBy(orderBy(sortable, query, sql`m.id`))
        .limit(page.limit)
        .offset(getOffset(page))
        .execute(),
    ),

  one: (id: string) => withLocation(selectLive(tx).where('m.id', '=', id)).executeTakeFirst(),

  oneEvenArchived: (id: string) =>
    tx.selectFrom('memberships').select(columns.memberships).where('id', '=', id).executeTakeFirst(),

  /** Purchases and edits wait for the end of the transaction. */
  forUpdate: (id: string) =>
    selectLive(tx).select(columns.memberships).where('m.id', '=', id).forUpdate().executeTakeFirst(),

  add: (row: Insertable<MembershipTable>) => tx.insertInto('memberships').values(row).execute(),

  /** Undefined when the row was changed after `expectedUpdatedAt`. */
  change: (id: string, change: Updateable<MembershipTable>, expectedUpdatedAt: string | undefined) =>
    tx
      .updateTable('memberships')
      .set({ ...change, updated_at: nextUpdatedAt() })
      .where('id', '=', id)
      .where('archived_at', 'is', null)
      .where(unchangedSince(expectedUpdatedAt))
      .returning('id')
      .executeTakeFirst(),

  /** True when anybody has bought it, is buying it, or changes to it. */
  hasHistory: (id: string) =>
    isTrue(
      tx,
      sql`exists (select from contact_memberships where membership_id = ${id}::uuid)
          or exists (select from contact_memberships where planned_membership_id = ${id}::uuid)
          or exists (select from plan_changes where membership_id = ${id}::uuid)
          or exists (select from invoice_lines where item_id = ${id}::uuid)`,
    ),

  archive: (id: string) => archiveRow(tx, 'memberships', id),
  remove: (id: string) => tx.deleteFrom('memberships').where('id', '=', id).execute(),
});

const selectLive = (tx: Tx) => tx.selectFrom('memberships as m').where('m.archived_at', 'is', null);

const withLocation = (query: ReturnType<typeof selectLive>) =>
  query
    .select(listColumns('memberships', 'm'))
    .leftJoin('locations as l', 'l.id', 'm.location_id')
    .select([
      'l.name as location_name',
      'l.city as location_city',
      'l.state as location_state',
      'l.timezone as location_timezone',
    ]);

const boundIds = sql<string[]>`array(
  select b.agreement_id from membership_agreements b join agreements a on a.id = b.agreement_id
   where b.membership_id = m.id and a.archived_at is null order by a.display_order, a.id)`.as('agreement_ids');

function selectFiltered(tx: Tx, { ids, search, externalId }: MembershipListQuery, { locations, companies }: PlanScope) {
  const query = selectLive(tx)
    .where(
      sql<SqlBool>`(m.location_id = any (${locations}::uuid[]) or (m.location_id is null and m.company_id = any (${companies}::uuid[])))`,
    )
    .where(isAskedFor(sql`m.id`, ids))
    .where(hasExternalId(sql`m.external_id`, externalId));
  // A type is found both as it is stored (no_contract) and as it is shown (No Contract).
  const type = sql`m.type || ' ' || replace(m.type, '_', ' ')`;
  return search ? query.where(hasWordsSql([sql`m.name`, sql`m.description`, type], search)) : query;
}
