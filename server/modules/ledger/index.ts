/**
 * The books: every movement of money, and of what is owed, as a balanced posting that is never changed.
 * Tables: ledger_postings, ledger_entries. Use cases post in the transaction of what happened; reports sum up entries.
 */
import type { Module } from '#server/platform/module.ts';
import { ledgerRoutes } from './routes.ts';

export const ledger: Module = {
  routes: [ledgerRoutes],
};

export { verifyLedger } from './verify.ts';
export { post, type Posting } from './post.ts';
export { postCashMovement, postCount, postOpening } from './drawerPostings.ts';
export {
  ofInvoice,
  postDispute,
  postInvoice,
  postInvoices,
  postPaidInvoice,
  postPayment,
  postRefund,
  postVoid,
  postWriteOff,
  toBooked,
  type Occasion,
} from './invoicePostings.ts';
