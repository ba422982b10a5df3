export { askedReceiptOf, mailAskedReceipt, mailCancellation, mailFreeze, mailInvoiceDue, mailPaymentFailed, mailPaymentLink, mailReceipt, mailRefund, type QueuedMail } from './emailQueue.ts';
export { findSender } from './sender.ts';
