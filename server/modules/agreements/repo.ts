import { sql, type Insertable, type Selectable, type SqlBool, type Updateable } from 'kysely';
import type { AgreementListQuery } from '#domain/agreements/contract.ts';
import { archiveRow } from '#server/platform/database/archiveRow.ts';
import { type Tx, isTrue } from '#server/platform/database/database.ts';
import { isAskedFor, getOffset, orderBy, paginate, totalCount } from '#server/platform/database/paginate.ts';
import {
  columns,
  listColumns,
  type AgreementTable,
  type AgreementVersionTable,
} from '#server/platform/database/schema.ts';
import { hasWordsSql } from '#server/platform/database/textSearch.ts';
import { nextUpdatedAt, unchangedSince } from '#server/platform/http/optimisticLock.ts';

export type VersionRow = Selectable<AgreementVersionTable>;

/** Agreements of these locations, and the company-wide ones of these companies. */
interface AgreementScope {
  locationIds: readonly string[];
  companyIds: readonly string[];
}

const sortable = { name: sql`name`, createdAt: sql`created_at` };

export const agreementsRepo = (tx: Tx) => ({
  page: (query: AgreementListQuery, scope: AgreementScope) =>
    paginate(query, (page) =>
      selectFiltered(tx, query, scope)
        .select(columns.agreements)
        .select(totalCount)
        .orderBy(orderBy(sortable, query, sql`id`))
        .limit(page.limit)
        .offset(getOffset(page))
        .execute(),
    ),

  one: (id: string) => selectLive(tx, id).executeTakeFirst(),

  /** Foreign key checks do not wait. */
  forNoKeyUpdate: (id: string) => selectLive(tx, id).forNoKeyUpdate().executeTakeFirst(),

  /** Foreign key checks wait too. */
  forUpdate: (id: string) => selectLive(tx, id).forUpdate().executeTakeFirst(),

  add: (row: Insertable<AgreementTable>) =>
    tx.insertInto('agreements').values(row).returning(columns.agreements).executeTakeFirstOrThrow(),

  /** Undefined when the row was changed after `expectedUpdatedAt`. */
  change: (id: string, change: Updateable<AgreementTable>, expectedUpdatedAt: string | undefined) =>
    tx
      .updateTable('agreements')
      .set({ ...change, updated_at: nextUpdatedAt() })
      .where('id', '=', id)
      .where('archived_at', 'is', null)
      .where(unchangedSince(expectedUpdatedAt))
      .returning(columns.agreements)
      .executeTakeFirst(),

  /** Newest first. */
  versions: (agreementId: string) =>
    tx
      .selectFrom('agreement_versions')
      .select(columns.agreement_versions)
      .where('agreement_id', '=', agreementId)
      .orderBy('version_number', 'desc')
      .execute(),

  /** Its agreement may be archived. */
  version: (id: string) =>
    tx
      .selectFrom('agreement_versions as v')
      .innerJoin('agreements as a', 'a.id', 'v.agreement_id')
      .select(listColumns('agreement_versions', 'v'))
      .select('a.location_id')
      .where('v.id', '=', id)
      .where('a.archived_at', 'is', null)
      .executeTakeFirst(),

  /** The caller holds the agreement's lock. */
  async nextNumber(agreementId: string): Promise<number> {
    const { last } = await tx
      .selectFrom('agreement_versions')
      .select((eb) => eb.fn.coalesce(eb.fn.max('version_number'), sql<number>`0`).as('last'))
      .where('agreement_id', '=', agreementId)
      .executeTakeFirstOrThrow();
    return last + 1;
  },

  addVersion: (row: Insertable<AgreementVersionTable>) => tx.insertInto('agreement_versions').values(row).execute(),

  /** A document that somebody may have agreed to, or a plan that uses it. */
  hasHistory: (id: string) =>
    isTrue(
      tx,
      sql`exists (select from agreement_versions where agreement_id = ${id}::uuid)
          or exists (select from membership_agreements where agreement_id = ${id}::uuid)`,
    ),

  archive: (id: string) => archiveRow(tx, 'agreements', id),
  remove: (id: string) => tx.deleteFrom('agreements').where('id', '=', id).execute(),
});

const selectLive = (tx: Tx, id: string) =>
  tx.selectFrom('agreements').select(columns.agreements).where('id', '=', id).where('archived_at', 'is', null);

function selectFiltered(
  tx: Tx,
  { ids, search, companyId }: AgreementListQuery,
  { locationIds, companyIds }: AgreementScope,
) {
  let query = tx
    .selectFrom('agreements as a')
    .where('a.archived_at', 'is', null)
    .where(sql<SqlBool>`(a.location_id = any (${locationIds}::uuid[])
      or a.location_id is null and a.company_id = any (${companyIds}::uuid[]))`)
    .where(isAskedFor(sql`a.id`, ids));
  if (companyId) query = query.where('a.company_id', '=', companyId);
  return search ? query.where(hasWordsSql([sql`a.name`, sql`a.description`], search)) : query;
}
