/**
 * Locations of a company and their fees.
 * Tables: locations, location_fees, location_access. A location in use is archived, never deleted.
 */
import type { Module } from '#server/platform/module.ts';
import { locationRoutes } from './routes.ts';
import { locationFeeRoutes } from './feesRoutes.ts';

export const locations: Module = {
  routes: [locationRoutes, locationFeeRoutes],
};

export { listLocations } from './listLocations.ts';
export { locationRepo, loggedLocation, requireKnownTimeZone, toLocationSummary } from './repo.ts';
