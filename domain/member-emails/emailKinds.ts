import type { CompanySettings } from '#domain/settings/companySettings.ts';

/**
 * The emails that members get, in the order in which they are listed. Their words are in `server/modules/member-emails/texts.ts`, what
 * they say in `facts.ts` beside it, and who queues them is in `server/modules/email-queue`.
 */
export const emailKinds = [
  'receipt',
  'renewal-upcoming',
  'payment-failed',
  'membership-ending',
  'freeze',
  'refund',
  'cancellation',
  'payment-link',
  'card-link',
  'invoice-due',
  'signature-request',
  'signed-agreement',
  'check-in-code',
] as const;
export type EmailKind = (typeof emailKinds)[number];

export const emailLabels: Record<EmailKind, string> = {
  receipt: 'Receipt',
  'renewal-upcoming': 'Renewal Coming Up',
  'payment-failed': 'Payment Failed',
  'membership-ending': 'Membership Ending',
  freeze: 'Freeze',
  refund: 'Refund',
  cancellation: 'Cancellation',
  'payment-link': 'Payment Link',
  'card-link': 'Card Link',
  'signature-request': 'Signing Link',
  'signed-agreement': 'Signed Agreement',
  'invoice-due': 'Invoice Due',
  'check-in-code': 'Check-in Code',
};

type Switch = {
  [S in keyof CompanySettings['emails']]: CompanySettings['emails'][S] extends boolean ? S : never;
}[keyof CompanySettings['emails']];

/** The setting that turns a kind off. A kind without one is always emailed. */
export const emailSwitches: Record<EmailKind, Switch | null> = {
  receipt: 'receipt',
  'renewal-upcoming': 'renewalUpcoming',
  'payment-failed': 'paymentFailed',
  'membership-ending': 'membershipEnding',
  freeze: 'freeze',
  refund: 'refund',
  cancellation: null,
  'payment-link': null,
  'card-link': null,
  'invoice-due': null,
  'signature-request': null,
  'signed-agreement': null,
  'check-in-code': null,
};
