import type { CompanySummary } from '#domain/companies/contract.ts';
import { mayAsCompany, type CompanyAction, type Level } from '#domain/shared/access.ts';
import { readSession } from './session.ts';

/** The level when no location is selected: a company admin is an admin everywhere. */
export const companyLevel = (): Level | null =>
  readSession()?.user.userCompanies.some(({ role }) => role === 'admin') ? 'admin' : null;

export const companiesFor = (action: CompanyAction): readonly CompanySummary[] =>
  readSession()?.user.userCompanies.flatMap(({ company, role }) => (mayAsCompany(role, action) ? [company] : [])) ?? [];

export const mayInCompany = (companyId: string | undefined, action: CompanyAction): boolean =>
  companiesFor(action).some(({ id }) => id === companyId);
