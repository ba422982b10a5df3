/**
 * One payer for several members. Tables: households, household_members. The payer is one of the members. Who gets the invoices
 * of a membership is `payerOf` of the contact memberships, which reads the function `payer_of` of the database.
 */
import type { Module } from '#server/platform/module.ts';
import { householdRoutes } from './routes.ts';

export const households: Module = {
  routes: [householdRoutes],
};

export { leaveHousehold } from './members.ts';
