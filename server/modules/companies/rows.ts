import type { Insertable, Updateable } from 'kysely';
import type { CompanyCreateBody, CompanyUpdateBody } from '#domain/companies/contract.ts';
import type { CompanyTable } from '#server/platform/database/schema.ts';
import { addressChange } from '#server/platform/database/addressColumns.ts';

export const newCompany = (id: string, body: CompanyCreateBody): Insertable<CompanyTable> => ({
  ...companyChange(body),
  id,
  name: body.name,
});

export const companyChange = (body: Omit<CompanyUpdateBody, 'updatedAt'>): Updateable<CompanyTable> => ({
  ...addressChange(body),
  ...(body.website !== undefined && { website: body.website ?? '' }),
});
