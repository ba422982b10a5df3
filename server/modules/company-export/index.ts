/**
 * Everything that a company has, as one archive: each table as CSV and JSON, each file, and a schema. An empty Spotter imports it.
 * Table: exports. The archive is a file of the store for a day. The CSV of one list is written in the browser, `src/ui/lists/csv.ts`.
 */
import type { Module } from '#server/platform/module.ts';
import { makeExports } from './makeExports.ts';
import { exportRoutes } from './routes.ts';

export const companyExport: Module = {
  routes: [exportRoutes],
  jobs: [{ name: 'exports', seconds: 10, run: makeExports }],
};

export { archiveSchema, type ArchiveSchema } from './archiveSchema.ts';
export { exportedTables } from './tables.ts';
