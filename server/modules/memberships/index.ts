export { membershipsRepo } from './repo.ts';
export { membershipRoutes } from './routes.ts';
export type { MembershipRow } from './rows.ts';
export { planSalesItemsRepo } from './salesItemsRepo.ts';
export { membershipSalesItemRoutes } from './salesItemsRoutes.ts';
