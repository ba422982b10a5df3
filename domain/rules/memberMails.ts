import type { CompanySettings } from './companySettings.ts';

/** The mails that members get, in the order in which they are listed. */
export const mailKinds = [
  'receipt', 'renewal-upcoming', 'payment-failed', 'membership-ending', 'freeze', 'refund', 'cancellation', 'payment-link', 'invoice-due',
] as const;
export type MailKind = (typeof mailKinds)[number];

type Switch = { [S in keyof CompanySettings['mails']]: CompanySettings['mails'][S] extends boolean ? S : never }[keyof CompanySettings['mails']];

/** The setting that turns a kind off. A kind without one is always mailed. */
export const mailSwitches: Record<MailKind, Switch | null> = {
  receipt: 'receipt',
  'renewal-upcoming': 'renewalUpcoming',
  'payment-failed': 'paymentFailed',
  'membership-ending': 'membershipEnding',
  freeze: 'freeze',
  refund: 'refund',
  cancellation: null,
  'payment-link': null,
  'invoice-due': null,
};

/** Minutes to wait after each failed attempt. After the last one the mail has failed. */
const pauses = [1, 5, 30, 120, 480, 1440];

/** When a mail is tried again after so many failed attempts; null when it is not. */
export function nextMailAttempt(failedAttempts: number, now: Date): Date | null {
  const minutes = pauses[failedAttempts - 1];
  return minutes === undefined ? null : new Date(now.getTime() + minutes * 60_000);
}

const reasonMaxLength = 200;

/** A mail server's reply without its codes: `550 5.1.1 Mailbox unavailable` is 'Mailbox unavailable'. */
export function mailRefusal(answer: string): string {
  const line = answer
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .replace(/^ ?\d{3}[ -]?/, '')
    .replace(/^\d\.\d{1,3}\.\d{1,3}( |$)/, '')
    .trim();
  return line.slice(0, reasonMaxLength) || 'the mail server gave no reason';
}
