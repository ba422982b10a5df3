/** The till. Tables: parked_sales, walk_in_contacts. `sell.ts` reads from top to bottom. */
import { parkedSaleDays } from '#domain/shared/limits.ts';
import type { Module } from '#server/platform/module.ts';
import { posRoutes } from './routes.ts';
import { parkedSaleRoutes } from './parkedSalesRoutes.ts';

export const pos: Module = {
  routes: [posRoutes, parkedSaleRoutes],
  retention: [{ table: 'parked_sales', column: 'created_at', days: parkedSaleDays }],
};
