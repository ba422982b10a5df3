/**
 * Locations of a company and their fees. The sales tax is one rate of a location, applied in `domain/invoices/totals.ts`.
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
