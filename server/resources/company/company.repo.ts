import type { Selectable } from 'kysely';
import type { Company } from '#domain/contract/company.ts';
import type { Tx } from '#server/db/database.ts';
import type { CompanyTable } from '#server/db/schema.ts';

export const toCompany = (row: Selectable<CompanyTable>): Company => ({
  id: row.id,
  name: row.name,
  email: row.email || null,
  phone: row.phone || null,
  address: row.address || null,
  city: row.city || null,
  state: row.state || null,
  zipCode: row.zip_code || null,
  country: row.country,
  website: row.website || null,
  isActive: row.is_active,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

export const companyRepo = (tx: Tx) => ({
  /** Every company in scope. */
  all: () => tx.selectFrom('companies').selectAll().execute(),
  one: (id: string) => tx.selectFrom('companies').selectAll().where('id', '=', id).executeTakeFirst(),
});
