export { parkedSaleRoutes } from './parkedSalesRoutes.ts';
export { posRoutes } from './routes.ts';
