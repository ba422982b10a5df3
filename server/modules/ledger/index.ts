/**
 * The books: every movement of money, and of what is owed, as a balanced posting that is never changed.
 * Tables: ledger_postings, ledger_entries; ledger_day_sums with the sums of finished days. Use cases post in the transaction of what
 * happened; reports sum up entries, by the view ledger_sums.
 */
import { minute, type Module } from '#server/platform/module.ts';
import { ledgerRoutes } from './routes.ts';
import { sumLedgerDays } from './sumDays.ts';

export const ledger: Module = {
  routes: [ledgerRoutes],
  jobs: [{ name: 'ledger of finished days', seconds: 60 * minute, run: sumLedgerDays }],
};

export { sumLedgerDays } from './sumDays.ts';
export { readDisputedByPayment, disputedSum, methodNameSql } from './repo.ts';
export { verifyLedger } from './verify.ts';
export {
  postRefund,
  ofInvoice,
  post,
  postDispute,
  postInvoice,
  postInvoices,
  postPaidInvoice,
  postPayment,
  postVoid,
  postWriteOff,
  toBooked,
  type Posting,
} from './post.ts';
export { postCashMovement, postCount, postOpening } from './drawerPostings.ts';
