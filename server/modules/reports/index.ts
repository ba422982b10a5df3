/**
 * Reports and the dashboard's figures of today. Money is summed from the entries of the ledger; nothing is stored.
 * A day is the location's own calendar day.
 */
import type { Module } from '#server/platform/module.ts';
import { reportRoutes } from './routes.ts';

export const reports: Module = {
  routes: [reportRoutes],
};
