export { companyRepo, loggedCompany, ownCompany } from './repo.ts';
export { companyRoutes } from './routes.ts';
