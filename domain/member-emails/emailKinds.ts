import type { CompanySettings } from '#domain/settings/companySettings.ts';

/** The emails that members get, in the order in which they are listed. */
export const emailKinds = [
  'receipt',
  'renewal-upcoming',
  'payment-failed',
  'membership-ending',
  'freeze',
  'refund',
  'cancellation',
  'payment-link',
  'invoice-due',
  'signature-request',
  'signed-agreement',
  'check-in-code',
] as const;
export type EmailKind = (typeof emailKinds)[number];

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
  'invoice-due': null,
  'signature-request': null,
  'signed-agreement': null,
  'check-in-code': null,
};
