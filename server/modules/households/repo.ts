import { sql, type Insertable, type SqlBool } from 'kysely';
import type { HouseholdListQuery } from '#domain/households/contract.ts';
import type { Tx } from '#server/platform/database/database.ts';
import { isInvoiceOutstanding } from '#server/modules/invoices/index.ts';
import { isAskedFor, getOffset, orderBy, paginate, totalCount } from '#server/platform/database/paginate.ts';
import { columns, type HouseholdMemberTable, type HouseholdTable } from '#server/platform/database/schema.ts';
import { hasWordsSql } from '#server/platform/database/textSearch.ts';
import { nextUpdatedAt, unchangedSince } from '#server/platform/http/optimisticLock.ts';

interface HouseholdScope {
  readonly companyIds: readonly string[];
  /** The payer's home. Undefined finds households of every location. */
  readonly locationId: string | undefined;
}

const sortable = { name: sql`h.name`, createdAt: sql`h.created_at` };

export const householdsRepo = (tx: Tx) => ({
  page: (query: HouseholdListQuery, scope: HouseholdScope) =>
    paginate(query, (page) =>
      selectListed(tx)
        .select(totalCount)
        .where('h.company_id', 'in', scope.companyIds)
        .where(isAskedFor(sql`h.id`, query.ids))
        .$if(scope.locationId !== undefined, (rows) => rows.where('c.home_location_id', '=', scope.locationId ?? ''))
        .$if(query.contactId !== undefined, (rows) =>
          rows.where(
            sql<SqlBool>`h.id = (select m.household_id from household_members m where m.contact_id = ${query.contactId ?? ''}::uuid)`,
          ),
        )
        .$if(query.search !== undefined, (rows) => rows.where(hasWordsSql([sql`h.name`], query.search ?? '')))
        .orderBy(orderBy(sortable, query, sql`h.id`))
        .limit(page.limit)
        .offset(getOffset(page))
        .execute(),
    ),

  one: (id: string) => selectListed(tx).where('h.id', '=', id).executeTakeFirst(),

  /** Every change of who belongs to it, or who pays, starts with this lock; contacts are locked before it. */
  lock: (id: string) =>
    tx.selectFrom('households').select(columns.households).where('id', '=', id).forUpdate().executeTakeFirst(),

  ofContact: (contactId: string) =>
    tx
      .selectFrom('household_members as m')
      .innerJoin('households as h', 'h.id', 'm.household_id')
      .select(['h.id', 'h.name', 'h.payer_id'])
      .where('m.contact_id', '=', contactId)
      .executeTakeFirst(),

  /** The payer first. */
  members: (id: string) =>
    tx
      .selectFrom('household_members as m')
      .innerJoin('households as h', 'h.id', 'm.household_id')
      .innerJoin('contacts as c', 'c.id', 'm.contact_id')
      .select(['m.contact_id', 'm.company_id', 'm.relation', 'm.may_act', 'm.joined_at'])
      .select(['c.first_name', 'c.last_name', 'c.home_location_id'])
      .select(sql<boolean>`h.payer_id = m.contact_id`.as('is_payer'))
      .where('m.household_id', '=', id)
      .orderBy('is_payer', 'desc')
      .orderBy('m.joined_at')
      .orderBy('m.contact_id')
      .execute(),

  add: (row: Insertable<HouseholdTable>) => tx.insertInto('households').values(row).execute(),
  addMember: (row: Insertable<HouseholdMemberTable>) => tx.insertInto('household_members').values(row).execute(),

  /** Undefined when it was changed after `expectedUpdatedAt`. */
  change: (id: string, change: { name?: string; payer_id?: string }, expectedUpdatedAt?: string) =>
    tx
      .updateTable('households')
      .set({ ...change, updated_at: nextUpdatedAt() })
      .where('id', '=', id)
      .where(unchangedSince(expectedUpdatedAt))
      .returning('id')
      .executeTakeFirst(),

  changeMember: (contactId: string, change: { relation?: string; may_act?: boolean }) =>
    tx.updateTable('household_members').set(change).where('contact_id', '=', contactId).execute(),

  removeMember: (contactId: string) => tx.deleteFrom('household_members').where('contact_id', '=', contactId).execute(),

  remove: (id: string) => tx.deleteFrom('households').where('id', '=', id).execute(),

  owedInvoices: (payerId: string, locationIds: readonly string[]) =>
    tx
      .selectFrom('invoices as i')
      .leftJoin('invoice_numbers as n', 'n.invoice_id', 'i.id')
      .select(['i.id', 'n.number', 'i.description', 'i.due_cents'])
      .where('i.contact_id', '=', payerId)
      .where(isInvoiceOutstanding)
      .where('i.due_cents', '>', 0)
      .where(sql<SqlBool>`i.location_id = any (${locationIds}::uuid[])`)
      .orderBy('i.created_at')
      .orderBy('i.id')
      .execute(),

  /** Undefined when it does not exist or is deleted. */
  lockContact: (id: string) =>
    tx
      .selectFrom('contacts')
      .select(['id', 'company_id', 'home_location_id', 'first_name', 'last_name'])
      .where('id', '=', id)
      .where('archived_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst(),
});

const selectListed = (tx: Tx) =>
  tx
    .selectFrom('households as h')
    .innerJoin('contacts as c', 'c.id', 'h.payer_id')
    .select(['h.id', 'h.company_id', 'h.name', 'h.payer_id', 'h.created_at', 'h.updated_at'])
    .select(['c.first_name', 'c.last_name', 'c.home_location_id'])
    .select(
      sql<number>`(select count(*)::int from household_members m where m.household_id = h.id)`.as('member_count'),
    );

export type StoredHousehold = NonNullable<Awaited<ReturnType<ReturnType<typeof householdsRepo>['one']>>>;
export type StoredHouseholdMember = Awaited<ReturnType<ReturnType<typeof householdsRepo>['members']>>[number];
