/**
 * The queue of emails to members. A change queues its email in its own transaction; `member-emails` writes and sends it.
 * Table: mails.
 */
import type { Module } from '#server/platform/module.ts';

export const emailQueue: Module = {};

export {
  toAskedReceiptKey,
  mailAskedReceipt,
  mailCancellation,
  mailFreeze,
  mailInvoiceDue,
  mailPaymentFailed,
  mailPaymentLink,
  mailReceipt,
  mailRefund,
  type QueuedMail,
} from './emailQueue.ts';
export { findSender } from './sender.ts';
