/**
 * The journal for the accountant: balanced lines by day, location and account, with CSV.
 * It stores nothing: it sums up the entries of the ledger.
 */
import type { Module } from '#server/platform/module.ts';
import { accountingRoutes } from './routes.ts';

export const accounting: Module = {
  routes: [accountingRoutes],
};
