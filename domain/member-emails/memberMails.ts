import type { CompanySettings } from '#domain/settings/companySettings.ts';

/** The mails that members get, in the order in which they are listed. */
export const mailKinds = [
  'receipt',
  'renewal-upcoming',
  'payment-failed',
  'membership-ending',
  'freeze',
  'refund',
  'cancellation',
  'payment-link',
  'invoice-due',
] as const;
export type MailKind = (typeof mailKinds)[number];

type Switch = {
  [S in keyof CompanySettings['mails']]: CompanySettings['mails'][S] extends boolean ? S : never;
}[keyof CompanySettings['mails']];

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
