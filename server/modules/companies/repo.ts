import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Company, CompanyCreateBody, CompanyUpdateBody, LinkCompany } from '#domain/companies/contract.ts';
import type { LoggedKind } from '#server/modules/activity/index.ts';
import { archiveRow } from '#server/platform/database/archiveRow.ts';
import { type Tx, isTrue } from '#server/platform/database/database.ts';
import { columns, type CompanyTable } from '#server/platform/database/schema.ts';
import { nextUpdatedAt, unchangedSince } from '#server/platform/http/optimisticLock.ts';
import { addressChange, toAddress } from '#server/platform/database/addressColumns.ts';

type CompanyRow = Selectable<CompanyTable>;

export const toCompany = (row: CompanyRow): Company => ({
  id: row.id,
  name: row.name,
  ...toAddress(row),
  website: row.website || null,
  isActive: row.is_active,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

export const newCompany = (id: string, body: CompanyCreateBody): Insertable<CompanyTable> => ({
  ...companyChange(body),
  id,
  name: body.name,
});

export const companyChange = (body: Omit<CompanyUpdateBody, 'updatedAt'>): Updateable<CompanyTable> => ({
  ...addressChange(body),
  ...(body.website !== undefined && { website: body.website ?? '' }),
});

/** A company is its own tenant, so its entries are in its own log. */
export const loggedCompany: LoggedKind<CompanyRow & { company_id: string }> = {
  type: 'company',
  label: ({ name }) => name,
  locationId: () => null,
  fields: toCompany,
};
export const ownCompany = <R extends CompanyRow>(row: R) => ({ ...row, company_id: row.id });

/** The holder of a link can ask this company. */
export async function readLinkCompany(tx: Tx, id: string): Promise<LinkCompany> {
  const { name, email } = await tx
    .selectFrom('companies')
    .select(['name', 'email'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { name, email: email || null };
}

export const companyRepo = (tx: Tx) => ({
  all: () => tx.selectFrom('companies').select(columns.companies).execute(),
  one: (id: string) => tx.selectFrom('companies').select(columns.companies).where('id', '=', id).executeTakeFirst(),

  /** Foreign key checks do not wait. */
  forNoKeyUpdate: (id: string) =>
    tx.selectFrom('companies').select(columns.companies).where('id', '=', id).forNoKeyUpdate().executeTakeFirst(),

  add: (row: Insertable<CompanyTable>) =>
    tx.insertInto('companies').values(row).returning(columns.companies).executeTakeFirstOrThrow(),

  addAdmin: (userId: string, companyId: string) =>
    tx.insertInto('company_admins').values({ user_id: userId, company_id: companyId }).execute(),

  /** Undefined when the row was changed after `expectedUpdatedAt`. */
  change: (id: string, change: Updateable<CompanyTable>, expectedUpdatedAt: string | undefined) =>
    tx
      .updateTable('companies')
      .set({ ...change, updated_at: nextUpdatedAt() })
      .where('id', '=', id)
      .where(unchangedSince(expectedUpdatedAt))
      .returning(columns.companies)
      .executeTakeFirst(),

  /** A company without a location, a plan or an agreement cannot have been used. */
  hasHistory: (id: string) =>
    isTrue(
      tx,
      sql`exists (select from locations where company_id = ${id}::uuid)
          or exists (select from memberships where company_id = ${id}::uuid)
          or exists (select from agreements where company_id = ${id}::uuid)`,
    ),

  archive: (id: string) => archiveRow(tx, 'companies', id),
  remove: (id: string) => tx.deleteFrom('companies').where('id', '=', id).execute(),
});
