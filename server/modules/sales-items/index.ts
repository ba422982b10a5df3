/**
 * Products and services. Tables: sales_items, stock_reservations, stock_movements. `stock.ts` takes, reserves and returns stock by
 * conditional updates, `moveStock.ts` books deliveries and counts.
 */
import type { Module } from '#server/platform/module.ts';
import { salesItemRoutes } from './routes.ts';
import { salesItemImageRoutes } from './imageRoutes.ts';
import { stockRoutes } from './stockRoutes.ts';

export const salesItems: Module = {
  routes: [salesItemRoutes, salesItemImageRoutes, stockRoutes],
};

export { salesItemsRepo } from './repo.ts';
export { toFields } from './rows.ts';
export {
  commitReservations,
  mergeBy,
  mergeItems,
  releaseReservations,
  reserveStock,
  returnStock,
  takeStock,
} from './stock.ts';
