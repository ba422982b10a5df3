/**
 * Everything that a company has, in one archive that a job writes. Table: company_exports. What is in it of each table is in
 * `exportedTables.ts`.
 */
import { minute, type Module } from '#server/platform/module.ts';
import { exportRoutes } from './routes.ts';
import { runExports } from './runExports.ts';

export const exports: Module = {
  routes: [exportRoutes],
  jobs: [{ name: 'exports', seconds: minute / 6, run: runExports }],
};
