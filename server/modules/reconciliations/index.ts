export { readBooks } from './books.ts';
export { compareBooks } from './compare.ts';
export { reconciliationsRepo } from './repo.ts';
export { reconciliationRoutes } from './routes.ts';
export { runReconciliations, startNightlyReconciliations } from './run.ts';
