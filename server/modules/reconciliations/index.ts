/**
 * Compares our books with Stripe's balance and payouts, nightly and at a press. Tables: reconciliations,
 * reconciliation_discrepancies. Read-only at Stripe; it never changes an invoice.
 */
import { minute, type Module } from '#server/platform/module.ts';
import { reconciliationRoutes } from './routes.ts';
import { runReconciliations, startNightlyReconciliations } from './run.ts';

export const reconciliations: Module = {
  routes: [reconciliationRoutes],
  jobs: [
    { name: 'nightly reconciliations', seconds: 15 * minute, run: startNightlyReconciliations },
    { name: 'reconciliations', seconds: 10, run: runReconciliations },
  ],
};

export { readBooks } from './books.ts';
export { compareBooks } from './compare.ts';
export { reconciliationsRepo } from './repo.ts';
