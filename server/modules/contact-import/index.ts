/**
 * Moving in: contacts, memberships, balances and notes from the CSV files of other products.
 * A dry run shows what each row becomes. Nothing is charged before a company admin activates the renewals.
 */
import type { Module } from '#server/platform/module.ts';
import { contactImportRoutes } from './routes.ts';

export const contactImport: Module = {
  routes: [contactImportRoutes],
};
