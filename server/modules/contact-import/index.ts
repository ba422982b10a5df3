export { contactImportRoutes } from './routes.ts';
