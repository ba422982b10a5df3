export { salesItemImageRoutes } from './imageRoutes.ts';
export { salesItemsRepo } from './repo.ts';
export { salesItemRoutes } from './routes.ts';
export { toFields, type SalesItemRow } from './rows.ts';
export { commitReservations, mergeBy, mergeItems, releaseReservations, reserveStock, returnStock, takeStock } from './stock.ts';
