/**
 * Emails to members. A change queues its email in its own transaction, without its text; `member-emails` writes and sends it.
 * Table: emails.
 */
import type { Module } from '#server/platform/module.ts';

export const emailQueue: Module = {
  // Longer than the time between a notice and its renewal or end.
  retention: [{ table: 'emails', column: 'settled_at', days: 90 }],
};

export {
  toAskedReceiptKey,
  emailAskedReceipt,
  emailCancellation,
  emailCardLink,
  emailCheckinCode,
  emailFreeze,
  emailInvoiceDue,
  emailNotices,
  emailPaymentFailed,
  emailPaymentLink,
  emailReceipt,
  emailRefund,
  emailSignatureRequest,
  emailSignedAgreement,
  type QueuedEmail,
} from './emailQueue.ts';
export { findEmailFailure, retryEmails } from './emailFailures.ts';
export { findSender } from './sender.ts';
