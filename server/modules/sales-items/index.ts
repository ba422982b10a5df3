/**
 * Products and services. Tables: sales_items, stock_holds. `stock.ts` takes, reserves and returns stock by conditional
 * updates.
 */
import type { Module } from '#server/platform/module.ts';
import { salesItemRoutes } from './routes.ts';
import { salesItemImageRoutes } from './imageRoutes.ts';

export const salesItems: Module = {
  routes: [salesItemRoutes, salesItemImageRoutes],
};

export { salesItemsRepo } from './repo.ts';
export { toFields, type SalesItemRow } from './rows.ts';
export {
  commitReservations,
  mergeBy,
  mergeItems,
  releaseReservations,
  reserveStock,
  returnStock,
  takeStock,
} from './stock.ts';
