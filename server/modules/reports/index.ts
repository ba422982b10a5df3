/**
 * Reports and the dashboard's figures of today. One query for each figure; nothing is stored.
 * A day is the location's own calendar day.
 */
import type { Module } from '#server/platform/module.ts';
import { reportRoutes } from './routes.ts';
import { todayRoutes } from './todayRoutes.ts';

export const reports: Module = {
  routes: [reportRoutes, todayRoutes],
};

export { closedAt, paymentsAndRefunds, selectWindows, type ReportLocation } from './windows.ts';
