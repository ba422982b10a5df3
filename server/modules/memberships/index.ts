/**
 * The plans that a gym sells. Tables: memberships, membership_sales_items, membership_agreements. What a contact bought is in
 * `contact-memberships`.
 */
import type { Module } from '#server/platform/module.ts';
import { membershipRoutes } from './routes.ts';
import { membershipSalesItemRoutes } from './salesItemsRoutes.ts';

export const memberships: Module = {
  routes: [membershipRoutes, membershipSalesItemRoutes],
};

export { membershipsRepo } from './repo.ts';
export { planSalesItemsRepo } from './salesItemsRepo.ts';
