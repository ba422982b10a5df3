import type { Company, CompanyResponse, CompanyList } from '#domain/contract/company.ts';
import type { Role } from '#domain/rules/access.ts';
import { restAdapter } from './adapter.ts';

export type CompanyRecord = Company & { role?: Role };

export const companyAdapter = restAdapter({
  path: 'companies',
  rows: ({ companies }: CompanyList) => companies.map(({ company, role }): CompanyRecord => ({ ...company, role })),
  one: ({ company }: CompanyResponse): CompanyRecord => company,
});
