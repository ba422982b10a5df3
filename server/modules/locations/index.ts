export { locationFeeRoutes } from './feesRoutes.ts';
export { locationRepo, loggedLocation, requireKnownTimeZone, toLocationSummary } from './repo.ts';
export { locationRoutes } from './routes.ts';
