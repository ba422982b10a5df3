/**
 * Companies: their details, and adding and archiving one.
 * Tables: companies, company_users. Every other table names its company, and row-level security shows only the caller's.
 */
import type { Module } from '#server/platform/module.ts';
import { companyRoutes } from './routes.ts';

export const companies: Module = {
  routes: [companyRoutes],
};

export { companyRepo, readLinkCompany, loggedCompany, ownCompany } from './repo.ts';
