export { accountPasskeyRoutes } from './passkeysRoutes.ts';
export { accountRoutes } from './routes.ts';
export { accountSecondFactorRoutes } from './secondFactorRoutes.ts';
