export { companySettings, requireOtherMethod } from './companySettings.ts';
export { settingsRoutes } from './routes.ts';
export { isAdminIn } from './service.ts';
