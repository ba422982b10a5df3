/**
 * Cash drawers and their numbered Z reports. Tables: drawers, drawer_movements, drawer_report_postings. The posting of a cash
 * payment or refund names the open drawer. `open.ts`, `moveCash.ts` and `close.ts` are what happens to a drawer.
 */
import { minute, type Module } from '#server/platform/module.ts';
import { drawerRoutes } from './routes.ts';
import { sendZReports } from './emails.ts';

export const drawers: Module = {
  routes: [drawerRoutes],
  jobs: [{ name: 'Z reports', seconds: minute / 4, run: sendZReports }],
};

export { drawersRepo } from './repo.ts';
export { readClosingReport, reportWindow } from './report.ts';
