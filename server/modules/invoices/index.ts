/**
 * Invoices and their money. Tables: invoices, invoice_lines, payments, refunds, payment_links. `writeInvoice.ts` writes every
 * invoice, `payments/writePayment.ts` the row of every payment. `payments/deskPayments.ts` takes and posts cash and other methods,
 * `payments/applyPayments.ts` changes the invoice by what came in, `cards/applyIntent.ts` applies what Stripe says of a card
 * payment, whoever asked, and `refunds/refund.ts` pays back. All of it runs under the invoice's row lock. What an invoice is for is
 * an `InvoiceSubject`, which the module of that subject registers.
 */
import { minute, type Module } from '#server/platform/module.ts';
import { invoiceRoutes } from './routes.ts';
import { invoiceExternalIdRoutes } from './externalIdRoutes.ts';
import { invoiceReceiptRoutes } from './receiptRoutes.ts';
import { paymentListRoutes } from './payments/paymentListRoutes.ts';
import { paymentLinkRoutes } from './payment-links/routes.ts';
import { saleOutcomeRoutes } from './cards/saleOutcomeRoutes.ts';
import { sweepPayments } from './cards/openPayments.ts';
import { reconcileRefunds } from './refunds/reportedRefund.ts';
import { reconcileDisputes } from './cards/applyDispute.ts';

export const invoices: Module = {
  routes: [
    invoiceRoutes,
    invoiceExternalIdRoutes,
    invoiceReceiptRoutes,
    paymentLinkRoutes,
    paymentListRoutes,
    saleOutcomeRoutes,
  ],
  jobs: [
    { name: 'payments', seconds: minute, run: sweepPayments },
    { name: 'refunds', seconds: 15 * minute, run: reconcileRefunds },
    { name: 'disputes', seconds: 15 * minute, run: reconcileDisputes },
  ],
  // Until then an expired link says that it has expired.
  retention: [{ table: 'payment_links', column: 'expires_at', days: 90 }],
};

export { boughtPlanActivity, invoiceActivity, invoiceChanges, toInvoice, toPayment } from './rows.ts';
export { applyIntent, markVoid, findAwaitedSince, awaitPayment } from './cards/applyIntent.ts';
export { closeInvoice } from './closeInvoice.ts';
export { beginCardPayment, declined, payByCard, findPaymentRow, readImportedCard } from './cards/payByCard.ts';
export { bookDeskPayment, bookDeskSale } from './payments/deskPayments.ts';
export { cancelSale } from './cards/cancelSale.ts';
export {
  applyIntentOfSale,
  chargeCardOfSale,
  createPendingCardPayment,
  findOrCreateIntent,
  requireSaleNotCanceled,
} from './cards/cardSale.ts';
export { chargeSavedCard } from './cards/chargeSavedCard.ts';
export { applyDispute, readDisputeState, type DisputeState } from './cards/applyDispute.ts';
export { applyFailedRefund, toFailedRefund, type FailedRefund } from './refunds/failedRefunds.ts';
export { abandonedAfterMinutes, applyOpenPayments, refreshContact, refreshDrawer } from './cards/openPayments.ts';
export type { CashPart } from './cards/applyIntent.ts';
export { findOwedInvoices, paymentLinkUrl, type LinkConfig } from './payment-links/paymentLinkRepo.ts';
export { keptForNothing, refundedCents } from './refunds/refundsRepo.ts';
export { invoicesRepo, isInvoiceOutstanding, isPaymentPosting, isPaymentUnderWay, lockInvoice } from './repo.ts';
export { requireInvoice } from './service.ts';
export { applyRefund, readRefundState, type RefundState } from './refunds/reportedRefund.ts';
export { registerInvoiceSubject, type EndingRefund, type InvoiceSubject } from './subject.ts';
export {
  describeLines,
  isBuyerAt,
  requireInvoiceable,
  withReceipt,
  writeInvoice,
  type SaleLine,
} from './writeInvoice.ts';
