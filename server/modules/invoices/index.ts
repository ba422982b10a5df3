/**
 * Invoices and their money. Tables: invoices, invoice_lines, payments, refunds, payment_links. `writeInvoice.ts` writes every
 * invoice, `applyIntent.ts` applies what Stripe says of a card payment, whoever asked, and `bookMoney` there books every
 * payment. All of it runs under the invoice's row lock. What an invoice is for is an `InvoiceSubject`, which the module of
 * that subject registers.
 */
import { minute, type Module } from '#server/platform/module.ts';
import { invoiceRoutes } from './routes.ts';
import { invoiceExternalIdRoutes } from './externalIdRoutes.ts';
import { invoicePaymentRoutes } from './paymentsRoutes.ts';
import { invoiceReceiptRoutes } from './receiptRoutes.ts';
import { paymentListRoutes } from './paymentListRoutes.ts';
import { paymentLinkRoutes } from './paymentLinkRoutes.ts';
import { purchaseRoutes } from './purchasesRoutes.ts';
import { sweepPayments } from './openPayments.ts';
import { reconcileRefunds } from './stripeRefund.ts';
import { reconcileDisputes } from './applyDispute.ts';

export const invoices: Module = {
  routes: [
    invoiceRoutes,
    invoicePaymentRoutes,
    invoiceExternalIdRoutes,
    invoiceReceiptRoutes,
    paymentLinkRoutes,
    paymentListRoutes,
    purchaseRoutes,
  ],
  jobs: [
    { name: 'payments', seconds: minute, run: sweepPayments },
    { name: 'refunds', seconds: 15 * minute, run: reconcileRefunds },
    { name: 'disputes', seconds: 15 * minute, run: reconcileDisputes },
  ],
  // Until then an expired link says that it has expired.
  retention: [{ table: 'payment_links', column: 'expires_at', days: 90 }],
};

export { boughtPlanActivity, invoiceActivity, invoiceChanges } from './activities.ts';
export { applyIntent, markVoid } from './applyIntent.ts';
export { closeInvoice } from './closeInvoice.ts';
export { beginCardPayment, bookPayment, declined, payByCard, paymentRow, readImportedCard } from './bookPayment.ts';
export { cancelSale } from './cancelSale.ts';
export {
  chargeCardOfSale,
  createPendingCardPayment,
  findOrCreateIntent,
  payableInvoice,
  requireNotCanceled,
} from './cardPayment.ts';
export { chargeSavedCard } from './chargeSavedCard.ts';
export { applyDispute, readDisputeState, type DisputeState } from './applyDispute.ts';
export { applyFailedRefund, toFailedRefund, type FailedRefund } from './failedRefunds.ts';
export { applyOpenPayments, refreshContact, refreshDrawer } from './openPayments.ts';
export type { CashPart } from './plannedCash.ts';
export { paymentLinkUrl, type LinkConfig } from './paymentLinkUrl.ts';
export { refundedCents } from './refundsRepo.ts';
export { invoicesRepo, isInvoiceOutstanding, isPaymentPosting, isPaymentUnderWay } from './repo.ts';
export { toInvoice, toPayment } from './rows.ts';
export { requireInvoice } from './service.ts';
export { applyRefund, readRefundState, type RefundState } from './stripeRefund.ts';
export { registerInvoiceSubject, type EndingRefund, type InvoiceSubject } from './subject.ts';
export {
  describeLines,
  lockInvoice,
  requireInvoiceable,
  tenderedCents,
  writeInvoice,
  bookDeskSale,
  type SaleLine,
} from './writeInvoice.ts';
