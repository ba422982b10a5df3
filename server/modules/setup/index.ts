export { setupRoutes } from './routes.ts';
export { createSetupToken } from './service.ts';
